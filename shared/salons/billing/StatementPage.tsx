import './statement.css'
import { Button } from '@blueprintjs/core'
import { Document, Print } from '@blueprintjs/icons'
import { money } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { useRoute } from '../../host/routes.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { HttpError } from '../../platform/http/request.ts'
import type { Statement } from './contract.ts'
import { settledText } from './paper.ts'
import { StatementBadge } from './StatementList.tsx'
import { StatementSheet } from './StatementSheet.tsx'

/** One statement, which prints alone on A4 or Letter. */
export function StatementPage() {
  const { screen } = useRoute()
  if (screen.name !== 'statement') return null
  return <OneStatement key={`${screen.id} ${screen.number}`} salonId={screen.id} number={screen.number} />
}

function OneStatement({ salonId, number }: { salonId: string; number: number }) {
  const read = useRead('billing', 'statement', { id: salonId, number })
  const { data: statement, error } = read
  const unknown = !statement && error instanceof HttpError && error.status === 404
  return (
    <Page
      title={`Statement ${number}`}
      badge={statement && <StatementBadge {...statement} />}
      note={statement && <Note salonId={salonId} statement={statement} />}
      actions={statement && <PrintButton />}
    >
      {unknown ? (
        <NoSuchStatement salonId={salonId} />
      ) : (
        <Loaded
          read={read}
          loading={{ text: 'Loading the statement...', rows: 6 }}
          failed="Failed to load the statement"
        >
          {(data) => <StatementSheet statement={data} />}
        </Loaded>
      )}
    </Page>
  )
}

interface Props {
  salonId: string
  statement: Statement
}

function Note({ salonId, statement }: Props) {
  const { salonName, issuedBy, left, currency } = statement
  const settled = settledText(statement, currency)
  return (
    <>
      <AppLink to={salonPath(salonId, 'fees')} className="sb-statement-of">
        {salonName}
      </AppLink>{' '}
      · issued by {issuedBy}
      {settled && ` · ${settled}`}
      {settled && left > 0 && `, ${money(left, currency)} left to pay`}
    </>
  )
}

const PrintButton = () => (
  <Button intent="primary" icon={<Print title={false} />} onClick={() => window.print()}>
    Print
  </Button>
)

function NoSuchStatement({ salonId }: { salonId: string }) {
  const { open } = useRoute()
  return (
    <Empty
      icon={<Document size={32} title={false} />}
      title="Statement not found"
      hint="The address may be incomplete."
      action={<Button onClick={() => open(salonPath(salonId, 'fees'))}>Fees of the salon</Button>}
    />
  )
}
