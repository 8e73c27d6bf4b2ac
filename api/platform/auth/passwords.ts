import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../http/limitConcurrency.ts'

// Argon2id with OWASP's memory and passes; one thread, so that a burst of logins does not use every core.
export const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hash of random bytes, compared for unknown usernames so that their answer takes as long.
export const unknownUserHash =
  '$argon2id$v=19$m=19456,t=2,p=1$zXYJMCbF/8EA1N2PBmHa5A$geGtY9XJ0JY5t04+tE2dVXorDQ2C3NGebs83tOKmYHg'

/** Hashing takes a core and 19 MB: without a limit a flood of logins uses all of both. */
export const limitHashing = () =>
  limitConcurrency({
    atOnce: 1,
    waiting: 16,
    rejection: 'Too many people are logging in. Please try again in a moment.',
  })

/** Argon2id as an encoded string, with a random salt. Tests that log in often pass a lower cost. */
export const hashPassword = (password: string, cost = strength): Promise<string> => hash(password, cost)

/** Whether the password matches. Takes as long without a stored hash: response times must not show which names exist. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await verify(stored ?? unknownUserHash, password)
  return right && stored !== undefined
}
