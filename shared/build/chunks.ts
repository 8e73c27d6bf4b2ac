/**
 * Zod and `host/withoutEval.ts` in one file, which runs whole before any other: in a file of its own the setting would
 * come after schemas made by what loads earlier, and zod's probe would break the content policy.
 */
export const zodWithItsSetting = {
  name: 'zod',
  test: /node_modules[\\/]zod[\\/]|shared[\\/]host[\\/]withoutEval/,
}
