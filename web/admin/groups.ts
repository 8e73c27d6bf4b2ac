import { build, type InlineConfig, type Rolldown } from 'vite'

/** Entries in the order in which they are loaded: a page asks for those of a stage at once, and only behind those before it. */
const stages = {
  start: '/admin/login.tsx',
  login: '/admin/hydrateLogin.tsx',
  toasts: '/kit/Toaster.tsx',
  admin: '/admin/index.html',
  console: '/admin/Console.tsx',
}

/** Characters, not minified yet. What several tabs share and is smaller is one file for all of them. */
const SMALL = 25_000

/**
 * Which file each module goes to. A bundler makes one of whatever is shared by the same entries, some fifty for a tab:
 * here all that a stage adds is one. Learnt from a build that writes nothing, because what a package's index leads to is
 * known only when what is unused was left out.
 */
export async function fewFiles(config: InlineConfig): Promise<Rolldown.CodeSplittingOptions> {
  const { output } = (await build({
    ...config,
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  })) as Rolldown.RolldownOutput
  const names = namesOf(output.filter((one) => one.type === 'chunk'))
  const name = (id: string) => names.get(id)
  return { groups: [{ debugName: 'stages', name, includeDependenciesRecursively: false }] }
}

function namesOf(chunks: Rolldown.OutputChunk[]): Map<string, string> {
  const known = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found
    found.add(file)
    for (const next of known.get(file)?.imports ?? []) collect(next, found)
    return found
  }
  const needed = Object.entries(stages).map(([stage, entry]) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry))
    if (!chunk) throw new Error(`The bundle has no ${entry}`)
    return { stage, files: collect(chunk.fileName) }
  })
  const stageOf = (file: string) => needed.find(({ files }) => files.has(file))?.stage
  const isSmall = (file: string) => stageOf(file) !== undefined || (known.get(file)?.code.length ?? 0) < SMALL
  const names = new Map<string, string>()
  for (const { fileName, moduleIds, isEntry, isDynamicEntry } of chunks) {
    if (isEntry || isDynamicEntry) continue
    // A small one that leads to a large one would have every tab load that.
    const name = stageOf(fileName) ?? ([...collect(fileName)].every(isSmall) ? 'kit' : undefined)
    if (name) for (const id of moduleIds) names.set(id, name)
  }
  return names
}
