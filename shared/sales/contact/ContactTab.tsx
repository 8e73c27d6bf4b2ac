import './contact.css'
import { Button, Card, Dialog, DialogBody } from '@blueprintjs/core'
import { Envelope, Search, Trash } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { count as countText, dateTime, plural, relativeTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { toCsv } from '../../kit/csv.ts'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Page } from '../../kit/Page.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.ts'
import { useListKeys } from '../../kit/useListKeys.ts'
import { useNow } from '../../kit/useNow.ts'
import { VirtualList } from '../../kit/VirtualList.tsx'
import type { ContactQuery } from './contract.ts'
import { searchQueries } from './rules.ts'

const rowId = (query: ContactQuery) => query.id

/** Contact messages: search, read, delete all. */
export function ContactTab() {
  const messages = useRead('contact', 'list', undefined, { staleTime: 5 * 60_000 })
  return (
    <Page title="Contact" note="Messages from the contact form. Reply from your own email." fixed>
      <Loaded
        read={messages}
        loading={{ text: 'Loading contact messages...', rowHeight: 92, rows: 5 }}
        failed="Failed to load contact messages"
      >
        {({ queries }) => <Messages queries={queries} />}
      </Loaded>
    </Page>
  )
}

function Messages({ queries }: { queries: ContactQuery[] }) {
  const { params, set, close } = useRoute()
  const search = params.get('search') ?? ''
  const setSearch = (words: string) => set({ search: words || undefined }, { replace: true })
  const openId = params.get('message')
  const setOpen = ({ id }: ContactQuery) => set({ message: id })
  const wanted = useDeferredValue(search)
  const found = useMemo(() => searchQueries(queries, wanted), [queries, wanted])
  const active = useListKeys({ items: found, rowId, onOpen: setOpen, verb: 'View message' })
  return (
    <>
      <div className="sb-count-line">
        <SearchField placeholder="Search messages..." value={search} onChange={setSearch} />
        <Badge>Total: {countText(queries.length)}</Badge>
        <Badge>Showing: {countText(found.length)}</Badge>
        <ExportCsv
          name="contact-messages"
          title="Download the messages shown as a CSV file"
          disabled={found.length === 0}
          csv={() => messagesCsv(found)}
        />
        <DeleteAll count={queries.length} />
      </div>
      {found.length > 0 ? (
        <VirtualList
          label="Contact messages"
          items={found}
          rowId={rowId}
          rowHeight={112}
          active={found.findIndex((query) => query.id === active)}
          render={(query) => (
            <Message query={query} active={query.id === active} onView={() => setOpen(query)} />
          )}
        />
      ) : (
        <Nothing searching={wanted !== ''} onClear={() => setSearch('')} />
      )}
      <Details query={queries.find(({ id }) => id === openId) ?? null} onClose={() => close('message')} />
    </>
  )
}

const messagesCsv = (queries: ContactQuery[]) =>
  toCsv(
    ['Name', 'Email', 'Subject', 'Message', 'Received'],
    queries.map(({ name, email, subject, message, createdAt }) => [name, email, subject, message, createdAt]),
  )

function Nothing({ searching, onClear }: { searching: boolean; onClear: () => void }) {
  if (searching) {
    return (
      <Empty
        icon={<Search size={32} title={false} />}
        title="No messages found"
        hint="Try adjusting your search terms"
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    )
  }
  return (
    <Empty
      icon={<Envelope size={32} title={false} />}
      title="No contact messages yet"
      hint="Messages from the contact page appear here."
    />
  )
}

function Message({ query, active, onView }: { query: ContactQuery; active: boolean; onView: () => void }) {
  const now = useNow()
  return (
    <Card className="sb-message" data-active={active || undefined}>
      <div className="sb-message-words">
        <p className="sb-message-head">
          <b>{query.name}</b>
          <time className="sb-faint sb-small" dateTime={query.createdAt} title={dateTime(query.createdAt)}>
            {relativeTime(query.createdAt, now)}
          </time>
        </p>
        <p className="sb-muted sb-small">{query.email}</p>
        <p className="sb-message-subject">{query.subject}</p>
        <p className="sb-message-preview">{query.message}</p>
      </div>
      <LinkButton aria-label={`View the message from ${query.name}`} onClick={onView}>
        View
      </LinkButton>
    </Card>
  )
}

function Details({ query, onClose }: { query: ContactQuery | null; onClose: () => void }) {
  return (
    <Dialog
      className="sb-message-dialog"
      title="Contact Message Details"
      isOpen={query !== null}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      {query && (
        <DialogBody>
          <dl className="sb-facts">
            <dt>Name</dt>
            <dd>{query.name}</dd>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${query.email}?subject=${encodeURIComponent(`Re: ${query.subject}`)}`}>
                {query.email}
              </a>
            </dd>
            <dt>Subject</dt>
            <dd>{query.subject}</dd>
            <dt>Message</dt>
            <dd className="sb-message-full">{query.message}</dd>
            <dt>Submitted</dt>
            <dd className="sb-num">{dateTime(query.createdAt)}</dd>
          </dl>
        </DialogBody>
      )}
    </Dialog>
  )
}

function DeleteAll({ count }: { count: number }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useAction({
    run: (api) => api.contact.removeAll(),
    done: ({ message }) => {
      client.setQueryData(queryKeyOf('contact', 'list'), { queries: [] })
      toast.success('Success', message || 'All contact form leads deleted successfully')
    },
    settled: () => setAsking(false),
    failure: { title: 'Error', fallback: 'Failed to delete contact form leads' },
  })
  return (
    <>
      {count > 0 && (
        <MayCall call="contact.removeAll">
          <Button
            className="sb-push"
            variant="minimal"
            intent="danger"
            icon={<Trash title={false} />}
            onClick={() => setAsking(true)}
          >
            Delete All
          </Button>
        </MayCall>
      )}
      <ConfirmDialog
        question="Delete all contact messages?"
        confirm={`Delete ${plural(count, 'message')}`}
        icon={<Trash size={32} title={false} />}
        isOpen={asking}
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>This deletes them for everyone and cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}
