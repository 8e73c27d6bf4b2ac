// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../host/query.ts'
import { MayCall } from './MayCall.tsx'
import { fakePlatform, renderScreen } from './testing.tsx'

function show(role: 'admin' | 'agent' | undefined) {
  const client = createQueryClient()
  if (role) client.setQueryData(['/api/admin/me'], { id: '1', username: 'maya', role })
  const parts = (
    <>
      <MayCall call="contact.removeAll" instead="Only an admin can delete.">
        <button type="button">Delete</button>
      </MayCall>
      <MayCall call="inbox.reply">
        <button type="button">Reply</button>
      </MayCall>
      <MayCall call="uploads.imports">
        <button type="button">Import</button>
      </MayCall>
    </>
  )
  renderScreen(parts, fakePlatform({}), client)
  return screen.queryAllByRole('button').map(({ textContent }) => textContent)
}

test.each(['admin', undefined] as const)('role %s sees every button', (role) => {
  expect(show(role)).toEqual(['Delete', 'Reply', 'Import'])
})

test('an agent sees only what the contract allows, and why the rest is missing', () => {
  expect(show('agent')).toEqual(['Reply'])
  screen.getByText('Only an admin can delete.')
})
