import { Button } from '@blueprintjs/core'

/** Loads the next page; null on the last one. */
export type More = { loading: boolean; load: () => void } | null

interface Props {
  more: More
  /** `salons`: "Load more salons". */
  things: string
}

/** Loads the next page of a list; nothing on the last one. */
export const LoadMore = ({ more, things }: Props) =>
  more && (
    <Button variant="minimal" className="sb-more" disabled={more.loading} onClick={more.load}>
      {more.loading ? `Loading more ${things}...` : `Load more ${things}`}
    </Button>
  )
