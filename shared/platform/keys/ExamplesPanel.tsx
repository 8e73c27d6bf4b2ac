import './keys.css'
import { Button } from '@blueprintjs/core'
import { usePlatform } from '../../host/platform.ts'
import { copyText } from '../../kit/LinkLine.tsx'
import { Panel } from '../../kit/Page.tsx'
import { curlExample, type ExampleCall, n8nExample, receiverExample, stepsOf } from './examples.ts'

/** How to connect, step by step. */
export function ExamplesPanel(example: ExampleCall) {
  const { save } = usePlatform()
  const workflow = () => save('salonback-n8n.json', 'application/json', n8nExample(example.url))
  return (
    <Panel title="Examples">
      <div className="sb-examples">
        {Object.entries(stepsOf(example)).map(([name, steps]) => (
          <section key={name}>
            <h4>{name}: send bookings</h4>
            <ol>
              {steps.map(({ text, code }) => (
                <li key={text}>
                  {text}
                  {code && <Code title={`${name}, ${text}`} text={code} />}
                </li>
              ))}
            </ol>
          </section>
        ))}
        <section>
          <h4>n8n: send bookings</h4>
          <p>
            Import this workflow, then add a credential “Header Auth” with the name Authorization and the
            value “Bearer ” and your key.
          </p>
          <Button onClick={() => void workflow()}>Save the workflow</Button>
        </section>
        <Example title="curl: send one booking" text={curlExample(example)} />
        <Example title="Node: take events and check their signature" text={receiverExample} />
      </div>
    </Panel>
  )
}

const Example = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h4>{title}</h4>
    <Code title={title} text={text} />
  </section>
)

/** `title` names the button for screen readers. */
const Code = ({ title, text }: { title: string; text: string }) => (
  <div className="sb-example">
    <pre className="sb-example-code sb-break">{text}</pre>
    <Button aria-label={`Copy: ${title}`} onClick={() => void copyText(text, 'Example')}>
      Copy
    </Button>
  </div>
)
