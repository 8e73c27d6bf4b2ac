declare module 'wawoff2' {
  /** WOFF2 bytes to TrueType bytes. */
  function decompress(packed: Uint8Array): Promise<Uint8Array>
  const wawoff2: { decompress: typeof decompress }
  export default wawoff2
}
