/** Preloads the two Latin typefaces, so that text does not change its font after the first paint. `base`: URL of the built files. */
export const preloadFonts = (base: string) => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_html: string, { bundle = {} }: { bundle?: Record<string, unknown> | undefined }) =>
      Object.keys(bundle)
        .filter((name) => /-latin-wght-normal.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: base + name },
          injectTo: 'head-prepend' as const,
        })),
  },
})
