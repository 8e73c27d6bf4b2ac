/** What the one template shows, from top to bottom. Plain text: the template escapes it. */
export interface MailContent {
  /** Such as `Hello Aoife,`. */
  greeting?: string
  paragraphs: string[]
  /** A small table, such as the lines of a statement. */
  rows?: { label: string; value: string }[]
  /** One link, as a button. */
  button?: { label: string; url: string }
  /** Small print below. */
  notes?: string[]
}
