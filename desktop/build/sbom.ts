import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

type Part = 'main' | 'preload' | 'renderer'

interface Package {
  name: string
  version: string
  license?: string
}

/** The package folder of a bundled module; null for our own modules. */
export function packageFolder(moduleId: string): string | null {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
}

/** Writes the package folders in a bundle to `folder/PART.json`, from where `writeSbom` reads them. */
export function listPackages(part: Part, folder: string): Plugin {
  let root = ''
  return {
    name: 'list-packages',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_, bundle) {
      // Fonts imported by style sheets are assets, not modules.
      const assets = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' ? output.originalFileNames.map((name) => resolve(root, name)) : [],
      )
      const folders = new Set([...this.getModuleIds(), ...assets].map(packageFolder))
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        join(folder, `${part}.json`),
        JSON.stringify([...folders].filter((found) => found !== null)),
      )
    },
  }
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  return { name, version, ...(typeof license === 'string' && { license }) }
}

/** An SBOM in CycloneDX 1.5. `npm sbom` cannot make it: it lists declared packages, not the bundled ones and Electron. */
export function sbomOf(app: Package, packages: Package[]) {
  const byUrl = new Map(packages.map((found) => [packageUrl(found), found]))
  const component = ({ name, version, license }: Package, type: string) => ({
    type,
    'bom-ref': packageUrl({ name, version }),
    name,
    version,
    purl: packageUrl({ name, version }),
    ...(license && { licenses: [{ expression: license }] }),
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(app, 'application') },
    components: [...byUrl.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, found]) => component(found, found.name === 'electron' ? 'framework' : 'library')),
  }
}

const packageUrl = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Writes the SBOM of the packed app: the bundled packages and `unbundled`, such as Electron. */
export async function writeSbom(
  file: string,
  listFolder: string,
  app: Package,
  unbundled: Package[],
): Promise<void> {
  const parts: Part[] = ['main', 'preload', 'renderer']
  const folders = await Promise.all(
    parts.map(
      async (part) => JSON.parse(await readFile(join(listFolder, `${part}.json`), 'utf8')) as string[],
    ),
  )
  const packages = [...folders.flat().map(readPackage), ...unbundled]
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(sbomOf(app, packages), null, 2))
}
