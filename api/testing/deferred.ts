/** A promise with the function that resolves it. Node 20 has no Promise.withResolvers. */
export function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
