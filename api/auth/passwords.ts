import { hash, verify } from '@node-rs/argon2'

// Argon2id with OWASP's memory and passes; one thread, so that a burst of logins cannot take the whole machine.
export const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hash of random bytes: compared with where there is no such admin, so that the answer takes as long.
export const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$zXYJMCbF/8EA1N2PBmHa5A$geGtY9XJ0JY5t04+tE2dVXorDQ2C3NGebs83tOKmYHg'

/** Argon2id in its usual text form, with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/**
 * Whether the password is right. Without a hash to compare (no such admin) it takes just as long and says no, so
 * that time tells nobody which names exist.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const right = await verify(stored ?? nobody, password)
  return right && stored !== undefined
}
