import './contact.css'
import { Button } from '@blueprintjs/core'
import { Envelope, Search, Trash } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { count as countText, plural } from '../../formats.ts'
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
import { VirtualList } from '../../kit/VirtualList.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactMessage } from './ContactMessage.tsx'
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
  const { params, set, close } = useRoute<'contact'>()
  const search = params.get('search') ?? ''
  const setSearch = (words: string) => set({ search: words || undefined }, { replace: true })
  const openId = params.get('message')
  const setOpen = ({ id }: ContactQuery) => set({ message: id })
  const onlyOpen = params.get('show') === 'open'
  const wanted = useDeferredValue(search)
  const found = useMemo(
    () => searchQueries(queries, wanted).filter(({ doneAt }) => !onlyOpen || doneAt === null),
    [queries, wanted, onlyOpen],
  )
  const done = queries.filter(({ doneAt }) => doneAt !== null).length
  const active = useListKeys({ items: found, rowId, onOpen: setOpen, verb: 'View message' })
  return (
    <>
      <div className="sb-count-line">
        <SearchField placeholder="Search messages..." value={search} onChange={setSearch} />
        <Badge>Total: {countText(queries.length)}</Badge>
        <Badge>Showing: {countText(found.length)}</Badge>
        {(done > 0 || onlyOpen) && (
          <LinkButton onClick={() => set({ show: onlyOpen ? undefined : 'open' })}>
            {onlyOpen ? `Show done (${countText(done)})` : 'Hide done'}
          </LinkButton>
        )}
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
            <ContactMessage query={query} active={query.id === active} onView={() => setOpen(query)} />
          )}
        />
      ) : (
        <Nothing
          searching={wanted !== ''}
          allDone={onlyOpen && queries.length > 0}
          onClear={() => setSearch('')}
        />
      )}
      <ContactDetails
        query={queries.find(({ id }) => id === openId) ?? null}
        onClose={() => close('message')}
      />
    </>
  )
}

const messagesCsv = (queries: ContactQuery[]) =>
  toCsv(
    ['Name', 'Email', 'Subject', 'Message', 'Received', 'Done'],
    queries.map((one) => [one.name, one.email, one.subject, one.message, one.createdAt, one.doneAt]),
  )

interface NothingProps {
  searching: boolean
  /** Every message is done, and done ones are hidden. */
  allDone: boolean
  onClear: () => void
}

function Nothing({ searching, allDone, onClear }: NothingProps) {
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
  if (allDone) {
    return (
      <Empty
        icon={<Envelope size={32} title={false} />}
        title="Every message is done"
        hint="New ones appear here."
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
