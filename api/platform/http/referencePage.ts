import { brand, palette } from '@salonback/shared/brand.ts'
import { html } from 'hono/html'
import { htmlPage } from './htmlPage.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  maximum?: number
  maxLength?: number
  maxItems?: number
}

interface Content {
  content?: { 'application/json'?: { schema: Schema } }
}

interface Operation {
  summary: string
  operationId: string
  /** Of calls; events have a signature instead. */
  security?: unknown
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

/** What the page reads of an OpenAPI document. */
export interface Reference {
  info: { title: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const styles = `
  :root { color-scheme: light dark; --code: ${palette.blushPale}; --line: ${palette.blush}; }
  @media (prefers-color-scheme: dark) {
    :root { --code: ${palette.ink}; --line: ${palette.inkSoft}; }
  }
  body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
  code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { padding: 0.75rem; overflow-x: auto; background: var(--code); }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
  section { margin-top: 2.5rem; }
  h2 code { font-size: 1.125rem; }
  @media (max-width: 40rem) {
    tr { display: block; padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
    tr:has(th + th) { display: none; }
    th, td { display: block; padding: 0; border: 0; }
  }
`

/** A page for people from an OpenAPI document: each call with its parameters, body, reply and errors. */
export function referencePage(document: Reference) {
  const [{ url } = { url: '' }] = document.servers
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const events = Object.entries(document.webhooks).map(([title, { post: operation }]) => ({
    title,
    operation,
  }))
  return htmlPage({
    title: document.info.title,
    // Public and without personal data: the styles of this page alone.
    head: html`<style>${styles}</style>`,
    body: html`<body>
<h1>${document.info.title}</h1>
<p>For booking systems and automations. An admin makes a key on the page <i>Connect</i> of ${brand.name}; send it with each call:</p>
<pre>curl ${url}/api/v1/salons -H 'Authorization: Bearer sbk_...'</pre>
<p>Lists come by pages: pass <code>nextCursor</code> of one page as <code>cursor</code> of the next. Errors have a
<code>message</code>, and with 422 the wrong <code>fields</code>. After 429, wait as many seconds as <code>Retry-After</code>
says. The same as a document for tools: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${calls.map((call) => operationPart(document, call))}
<section id="events">
<h2>Events</h2>
<p>A receiver, which an admin adds on the page <i>Connect</i>, gets each event as a POST of JSON, signed as
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>. An event arrives at least once, and those about one
number, campaign or salon in their order. It is sent again for a day, until the answer is 2xx. Redirects are not followed. The
button <i>Send a test</i> sends one with the type <code>test</code>.</p>
</section>
${events.map((event) => operationPart(document, event))}
</body>`,
  })
}

function operationPart(document: Reference, { title, operation }: { title: string; operation: Operation }) {
  const { summary, operationId, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content?.['application/json']?.schema
  const [status = '200', done] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const reply = done?.content?.['application/json']?.schema
  const errors = Object.entries(responses).filter(([code]) => !operation.security || Number(code) >= 400)
  const inputs = parameters.map(({ name, schema, required = false, description }) => ({
    ...{ name, required },
    schema: { ...schema, description: description ?? schema.description ?? '' },
  }))
  return html`<section id="${operationId}">
<h2><code>${title}</code></h2>
<p>${summary}</p>
${inputs.length > 0 ? html`<h3>${parameters[0]?.in === 'header' ? 'Headers' : 'Parameters'}</h3>${fieldTable(document, inputs)}` : ''}
${body ? html`<h3>Body</h3>${schemaPart(document, body)}` : ''}
${reply ? html`<h3>Reply (${status})</h3>${schemaPart(document, reply)}` : ''}
<h3>${operation.security ? 'Errors' : 'Answers'}</h3>
<table>${errors.map(([code, { description }]) => html`<tr><th>${code}</th><td>${description}</td></tr>`)}</table>
</section>`
}

type Field = { name: string; required: boolean; schema: Schema }

const fieldTable = (document: Reference, fields: Field[]) => html`<table>
<tr><th>Name</th><th>Type</th><th>Meaning</th></tr>
${fields.map(
  ({
    name,
    required,
    schema,
  }) => html`<tr><td><code>${name}</code></td><td>${typeOf(document, schema)}${required ? '' : ', optional'}</td>
<td>${schema.description ?? ''}</td></tr>`,
)}</table>`

function schemaPart(document: Reference, given: Schema): ReturnType<typeof html> {
  const schema = resolve(document, given)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants)
    return html`${variants.map((one, n) => html`${n > 0 ? html`<p>or</p>` : ''}${schemaPart(document, one)}`)}`
  return fieldTable(document, fieldsOf(document, schema))
}

/** Fields by their path, such as `items[].phone`. */
function fieldsOf(document: Reference, schema: Schema, before = '', depth = 0): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const field = resolve(document, given)
    const required = schema.required?.includes(key) ?? false
    const inner = field.items ? resolve(document, field.items) : field
    const name = `${before}${key}`
    const below = depth < 3 ? fieldsOf(document, inner, `${name}${field.items ? '[]' : ''}.`, depth + 1) : []
    return [{ name, required, schema: field }, ...below]
  })
}

function resolve({ components }: Reference, schema: Schema): Schema {
  const { $ref, ...rest } = schema
  const named = $ref === undefined ? undefined : components.schemas[$ref.split('/').at(-1) ?? '']
  return named ? { ...named, ...rest } : schema
}

function typeOf(document: Reference, given: Schema): string {
  const schema = resolve(document, given)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map((one) => typeOf(document, one)).join(' or ')
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(', ')
  const [type = 'object', ...more] = [schema.type ?? []].flat()
  if (type === 'array') return `list of ${schema.items ? typeOf(document, schema.items) : 'anything'}`
  return [schema.format && schema.format !== type ? `${type} (${schema.format})` : type, ...more].join(' or ')
}
