import type { BackupCommand } from '../../platform/backup/commands.ts'
import { systemClock } from '../../platform/context.ts'
import { keyMarks } from '../../platform/privacy/hash.ts'
import { knownKeys } from '../../platform/privacy/keys.ts'
import { type Reapplied, reapplyErasures } from './reapplyErasures.ts'
import { restore } from './restore.ts'

/** `npm run admin -- restore FILE`: fills an empty database and prints the next steps. */
export async function restoreByCommand({ sql, env, path, print }: BackupCommand): Promise<void> {
  const { header, rows, tables, toAsk } = await restore(sql, { path, clock: systemClock })
  print(`Restored the data of ${header.takenAt}: ${rows} rows of ${tables} tables.`)
  print(
    `Sending is stopped. ${toAsk} texts may have left since: the running service asks the carrier about each,`,
  )
  print(
    'and fetches what came in. Then a person presses Resume sending in the console. Everybody logs in again.',
  )
  print('API keys that were revoked since then are valid again: revoke them on the page Connect.')
  const keys = await knownKeys(env)
  for (const line of describeErasures(await reapplyErasures(sql, keys, path, new Date()))) print(line)
  const marks = keyMarks(keys).map((mark) => mark.toString('hex'))
  if (header.keyMark && !marks.includes(header.keyMark)) {
    print(
      'The key of erased numbers is not here: before the service starts, set PHONE_HASH_KEY to what it was, or',
    )
    print(
      `put the old phone-hash-key into ${env.DATA_DIR}. Without it erased numbers may be texted again, and second factors must be reset.`,
    )
  }
}

function* describeErasures(done: Reapplied | null): Generator<string> {
  if (!done) {
    yield 'Numbers erased after that time are in the database again: erase them again (npm run admin -- erase PHONE).'
    return
  }
  yield `Erased since the backup: ${done.hashes}, suppressed again. ${done.erased} were in the backup and have been erased again.`
  if (done.left > 0)
    yield `${done.left} could not be erased, because a text may be in flight: erase them once sending has resumed.`
  if (done.unknownKey)
    yield 'Without the key these numbers are unknown: erase them again (npm run admin -- erase PHONE).'
}
