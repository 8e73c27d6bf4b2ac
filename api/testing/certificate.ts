import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a key and a self-signed certificate for localhost and 127.0.0.1 in one file of this folder, and returns its name.
 * Delete the folder after the run: no key is kept in the sources. Needs openssl, because Node cannot make certificates.
 */
export function makeCertificate(folder: string): string {
  const file = join(folder, 'localhost.pem')
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', file, '-out', `${file}.crt`], {
    stdio: 'ignore',
  })
  appendFileSync(file, readFileSync(`${file}.crt`))
  return file
}
