import { expect, test } from 'vitest'
import { packageFolder, sbomOf } from './sbom.ts'

test.each([
  ['/app/node_modules/zod/v4/core/index.js', '/app/node_modules/zod'],
  ['/app/node_modules/@radix-ui/rect/dist/index.mjs?v=1', '/app/node_modules/@radix-ui/rect'],
  ['/app/node_modules/a/node_modules/b/index.js', '/app/node_modules/a/node_modules/b'],
  ['\0C:\\app\\node_modules\\lodash\\x.js?commonjs-proxy', 'C:/app/node_modules/lodash'],
  ['/app/desktop/main/index.ts', null],
  ['\0vite/preload-helper.js', null],
])('%s belongs to the package %s', (moduleId, folder) => {
  expect(packageFolder(moduleId)).toBe(folder)
})

test('each version of a package is listed once, Electron as a framework', () => {
  const zod = { name: 'zod', version: '4.6.7', license: 'MIT' }
  const scoped = { name: '@radix-ui/rect', version: '1.1.3' }
  const electron = { name: 'electron', version: '45.4.1', license: 'MIT' }
  const sbom = sbomOf({ name: 'salonback', version: '1.0.0' }, [zod, electron, scoped, zod])
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  expect(sbom.metadata.component).toMatchObject({ type: 'application', purl: 'pkg:npm/salonback@1.0.0' })
  expect(sbom.components.map(({ type, purl }) => `${type} ${purl}`)).toEqual([
    'library pkg:npm/%40radix-ui/rect@1.1.3',
    'framework pkg:npm/electron@45.4.1',
    'library pkg:npm/zod@4.6.7',
  ])
})
