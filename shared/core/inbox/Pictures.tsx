import './pictures.css'
import { Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { failureText, HttpError } from '../../platform/http/request.ts'

interface Props {
  /** Id of the text. */
  id: string
  count: number
  /** Author of the text. */
  name: string
}

/** Files that the API hands out for one text. */
const MAX_SHOWN = 10

/** The pictures of a received text, fetched from the carrier by our server. A click shows one large. */
export const Pictures = ({ id, count, name }: Props) => (
  <ul className="sb-pictures sb-wrap" aria-label="Pictures">
    {[...Array(Math.min(count, MAX_SHOWN)).keys()].map((index) => (
      <li key={index}>
        <Picture id={id} index={index} alt={altOf(index, count, name)} />
      </li>
    ))}
  </ul>
)

const altOf = (index: number, count: number, name: string) =>
  count > 1 ? `Picture ${index + 1} of ${count} from ${name}` : `Picture from ${name}`

/** Gone, too large or no picture: another attempt ends the same. */
const isFinal = (error: unknown) => error instanceof HttpError && [404, 413, 415].includes(error.status)

function Picture({ id, index, alt }: { id: string; index: number; alt: string }) {
  const [large, setLarge] = useState(false)
  const [broken, setBroken] = useState(false)
  const read = useRead('inbox', 'picture', { id, index }, { staleTime: Number.POSITIVE_INFINITY })
  const { data, error, isFetching, refetch } = read
  const again = () => {
    setBroken(false)
    void refetch()
  }
  if (!data || broken) {
    return (
      <p className="sb-picture sb-row sb-muted sb-picture-none sb-small" role="status">
        {isFetching && 'Loading picture...'}
        {!isFetching && (error ? failureText(error) : 'This picture is damaged.')}
        {!isFetching && !isFinal(error) && (
          <LinkButton size="small" onClick={again}>
            Try again
          </LinkButton>
        )}
      </p>
    )
  }
  const source = `data:${data.type};base64,${data.data}`
  return (
    <>
      <button
        type="button"
        className="sb-picture sb-row sb-muted"
        aria-label={`Show large: ${alt}`}
        onClick={() => setLarge(true)}
      >
        <img src={source} alt={alt} onError={() => setBroken(true)} />
      </button>
      <Dialog isOpen={large} title={alt} onClose={() => setLarge(false)} className="sb-picture-dialog">
        <img src={source} alt={alt} />
      </Dialog>
    </>
  )
}
