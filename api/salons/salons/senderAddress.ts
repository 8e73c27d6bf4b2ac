import { webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import { plainCharacters } from '@salonback/shared/sms/pastedNumber.ts'
import { typedNumber } from '@salonback/shared/sms/phone.ts'
import type { SenderAddress } from '../../core/messages/senders.ts'
import { type AccountClient, accountClient } from '../../core/messages/twilio.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findFreeNumber } from './queries.ts'

interface AddressOf {
  address?: string | undefined
  simulated?: boolean | undefined
}

/**
 * The address for a salon's sender. On the simulated network it may be any free number; at the carrier it must be in the
 * account, able to text, and its incoming texts must come here. Throws `conflict` with what to do.
 */
export async function addressOf(
  { address, simulated }: AddressOf,
  { sql, env, carrier }: Pick<Deps, 'sql' | 'env' | 'carrier'>,
): Promise<SenderAddress> {
  if (simulated) {
    if (!carrier.simulated)
      throw new AppError('conflict', 'Texts go to the carrier: enter a number of the account')
    const free = await findFreeNumber(sql)
    if (!free) throw new AppError('conflict', 'The simulated network has no more numbers')
    return { kind: 'number', address: free }
  }
  if (!address) throw wrongAddress('Please enter a number')
  const sender = readAddress(address)
  const client = carrier.simulated ? null : accountClient(env)
  if (client) await requireOurs(client, sender, env.PUBLIC_URL + webhookPaths.inbound)
  return sender
}

/** A number with its dial code, or the id of a Messaging Service, as typed or pasted. */
function readAddress(typed: string): SenderAddress {
  const id = plainCharacters(typed).trim()
  if (/^MG[0-9a-fA-F]{32}$/.test(id)) return { kind: 'messaging_service', address: id }
  const number = typedNumber(typed)
  if (!number)
    throw wrongAddress('Please enter a number like +447700900100, or the id of a Messaging Service')
  return { kind: 'number', address: number }
}

const wrongAddress = (message: string) => new AppError('invalid', message, { fields: { address: message } })

/** The address must be in the account, and its incoming texts must come to us. */
async function requireOurs(client: AccountClient, { kind, address }: SenderAddress, inboundUrl: string) {
  const url = kind === 'number' ? await numberUrl(client, address) : await serviceUrl(client, address)
  if (url === null) throw new AppError('conflict', `${address} is not in the account at the carrier`)
  if (url !== inboundUrl)
    throw new AppError(
      'conflict',
      `Incoming texts of ${address} go elsewhere: set its webhook to ${inboundUrl}`,
    )
}

async function numberUrl(client: AccountClient, phoneNumber: string): Promise<string | null> {
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 })
  if (number && !number.capabilities.sms) throw new AppError('conflict', `${phoneNumber} cannot send texts`)
  return number ? number.smsUrl : null
}

async function serviceUrl(client: AccountClient, sid: string): Promise<string | null> {
  const service = await client.messaging.v1
    .services(sid)
    .fetch()
    .catch(() => null)
  return service ? service.inboundRequestUrl : null
}
