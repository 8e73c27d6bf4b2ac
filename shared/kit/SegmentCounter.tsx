import './segmentCounter.css'
import { WarningSign } from '@blueprintjs/icons'
import { plural } from '../formats.ts'
import { MAX_TEXT_CHARACTERS, type Segments } from '../sms/segments.ts'

/** Characters and segments of the text as it will be sent, and how full the last segment is. */
export function SegmentCounter({ count }: { count: Segments }) {
  const full = count.units === 0 ? 0 : count.units / (count.segments * count.perSegment)
  const limit = count.perSegment * Math.max(1, count.segments)
  return (
    <p className="sb-meter">
      <strong>{count.characters}</strong> of {limit} characters · {plural(count.segments, 'segment')}
      <span className="sb-meter-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, 100 * full)}%` }} />
      </span>
    </p>
  )
}

/** Warns about several segments, a character that makes segments shorter, and a text that is too long. */
export function LengthWarnings({ count, tooLong }: { count: Segments; tooLong: boolean }) {
  const { offender, perSegment, characters } = count
  return (
    <>
      {characters > 160 && (
        <p className="sb-warning">
          <WarningSign size={14} title={false} />
          Message exceeds 160 characters and will be sent as multiple SMS segments
        </p>
      )}
      {offender !== null && (
        <p className="sb-warning" data-tone="quiet">
          The {describeCharacter(offender)} makes each segment {perSegment} characters.
        </p>
      )}
      {tooLong && (
        <p className="sb-warning" data-tone="red" role="alert">
          A text may have {MAX_TEXT_CHARACTERS} characters. Shorten it by {characters - MAX_TEXT_CHARACTERS}.
        </p>
      )}
    </>
  )
}

/** Invisible characters are shown as their code point. */
const describeCharacter = (character: string) =>
  /^[\p{Cf}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]$/u.test(character)
    ? `invisible character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
    : character
