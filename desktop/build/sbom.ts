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

/** The folder of the package that a bundled module comes from; null for our own. */
export function packageFolder(moduleId: string): string | null {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
}

/** Notes in this folder which packages a part is made of: the configuration is loaded apart from what packs. */
export function packagesOf(part: Part, lists: string): Plugin {
  let root = ''
  return {
    name: 'packages-of',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_, bundle) {
      // What styles import is no module: a font is told by the file it came from.
      const assets = Object.values(bundle).flatMap((one) =>
        one.type === 'asset' ? one.originalFileNames.map((name) => resolve(root, name)) : [],
      )
      const folders = new Set([...this.getModuleIds(), ...assets].map(packageFolder))
      mkdirSync(lists, { recursive: true })
      writeFileSync(join(lists, `${part}.json`), JSON.stringify([...folders].filter((one) => one !== null)))
    },
  }
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  return { name, version, ...(typeof license === 'string' && { license }) }
}

/** CycloneDX 1.5. `npm sbom` would tell what is declared: without Electron, and without what is declared for building. */
export function billOfMaterials(app: Package, packages: Package[]) {
  const byUrl = new Map(packages.map((one) => [urlOf(one), one]))
  const component = (one: Package, type: string) => ({
    type,
    'bom-ref': urlOf(one),
    name: one.name,
    version: one.version,
    purl: urlOf(one),
    ...(one.license && { licenses: [{ expression: one.license }] }),
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(app, 'application') },
    components: [...byUrl.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => component(one, one.name === 'electron' ? 'framework' : 'library')),
  }
}

const urlOf = ({ name, version }: Package) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Writes what the app just packed is made of: what was bundled, Electron itself and what stands beside the bundle. */
export async function writeSbom(file: string, lists: string, app: Package, beside: Package[]): Promise<void> {
  const parts: Part[] = ['main', 'preload', 'renderer']
  const folders = await Promise.all(
    parts.map(async (part) => JSON.parse(await readFile(join(lists, `${part}.json`), 'utf8')) as string[]),
  )
  const packages = [...folders.flat().map(readPackage), ...beside]
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(billOfMaterials(app, packages), null, 2))
}
