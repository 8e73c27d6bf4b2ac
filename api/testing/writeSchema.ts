import { writeFile } from 'node:fs/promises'
import { openDatabase } from '../platform/db/open.ts'
import { databaseUrl, startPostgres, TEMPLATE } from './postgres.ts'
import { schemaFile, schemaText } from './schemaText.ts'

/** Run by `npm run format`. */
const server = await startPostgres()
const sql = openDatabase(databaseUrl(server.url, TEMPLATE), { max: 1 })
await writeFile(schemaFile, await schemaText(sql))
await sql.end()
await server.stop()
