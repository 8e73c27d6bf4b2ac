// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resetUserState } from '../../host/reset.ts'
import { errorResponse, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { ConversationKey } from './conversation.ts'
import { draftIdOf, getDraft } from './drafts.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { useReply } from './useReply.ts'

const number = '+447700900142'
const salonId = '5d6ff7a0-0000-4000-8000-000000000901'
const sent = { id: '5d6ff7a0-0000-4000-8000-000000000005', status: 'sent' as const, segments: 1 }

function Form({ conversation }: { conversation: ConversationKey }) {
  const reply = useReply(conversation, { phoneNumber: conversation.number, messages: [], optOut: null })
  return <ReplyForm reply={reply} fields={{ name: null, link: null }} />
}

function open(conversation: ConversationKey, reply = vi.fn(async (..._: unknown[]) => sent)) {
  const service = async () => ({ publicUrl: 'https://salonback.example' }) as never
  const calls = { inbox: { reply }, replies: { reply }, settings: { service } }
  renderScreen(<Form conversation={conversation} />, fakePlatform(calls))
  return reply
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  act(resetUserState)
})

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send Reply|Sending\.\.\./ })

describe.each([
  { owner: 'the agency', salonId: null, body: { phoneNumber: number, includeLandingPage: false } },
  { owner: 'a salon', salonId, body: { id: salonId, phoneNumber: number } },
])('a reply of $owner', ({ salonId, body }) => {
  const conversation = { salonId, number }

  test('is sent once however often the button is pressed, then the box is empty', async () => {
    let answer = (_: typeof sent) => {}
    const reply = open(
      conversation,
      vi.fn(() => new Promise<typeof sent>((done) => (answer = done))),
    )
    await userEvent.type(box(), '   ')
    expect(sendButton().disabled).toBe(true)
    await userEvent.type(box(), 'Hello')
    for (let n = 0; n < 5; n++) await userEvent.click(sendButton())
    expect(sendButton().getAttribute('aria-disabled')).toBe('true')
    expect(reply).toHaveBeenCalledExactlyOnceWith(
      { ...body, message: 'Hello' },
      { idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) },
    )
    await act(async () => answer(sent))
    expect(await screen.findByText('Reply SMS sent successfully')).toBeTruthy()
    expect(box().value).toBe('')
  })

  test.each([
    ['a rejection', errorResponse(502, 'This is a landline.'), 'This is a landline.', false],
    ['an unknown outcome', errorResponse(502, 'No answer', { status: 'unknown' }), 'No answer', true],
    ['a network failure', new TypeError('Failed to fetch'), 'Failed to fetch', true],
    ['an error without a message', new Error(''), 'Unknown error', true],
  ])('%s keeps the text, and the key only when it may have been sent', async (_, error, message, sameKey) => {
    const reply = open(conversation, vi.fn().mockRejectedValue(error))
    await userEvent.type(box(), 'Hello')
    await userEvent.click(sendButton())
    expect(await screen.findByText(`Failed to send reply SMS: ${message}`)).toBeTruthy()
    expect(await screen.findByText(sameKey ? 'No answer came.' : 'Not sent.')).toBeTruthy()
    expect(box().value).toBe('Hello')
    await userEvent.click(sendButton())
    const [first, second] = reply.mock.calls.map(
      ([, options]) => (options as { idempotencyKey: string }).idempotencyKey,
    )
    expect(second === first).toBe(sameKey)
  })

  test('has a draft of its owner, a preview, and only from the agency a link and a status', async () => {
    open(conversation)
    await userEvent.type(box(), 'Here:')
    expect(getDraft(draftIdOf(conversation)).text).toBe('Here:')
    expect(getDraft(draftIdOf({ number, salonId: salonId ? null : sent.id })).text).toBe('')
    expect(screen.getByRole('region', { name: 'SMS Preview' }).textContent).toContain('Here:')
    const link = screen.queryByRole('checkbox', { name: 'Include landing page link' })
    const status = screen.queryByLabelText('Update Prospect Status (Optional)')
    expect([link === null, status === null]).toEqual([salonId !== null, salonId !== null])
    if (!link) return
    await userEvent.click(link)
    const length = 'Here:\nhttps://salonback.example/uksalon?mobile=447700900142'.length
    expect(screen.getByText(`${length}`)).toBeTruthy()
  })
})
