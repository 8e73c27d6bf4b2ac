import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const EVERY_MS = 10_000
/** Several suites print into one log. */
const SUITE = process.env.TEST_SUITE ?? 'tests'

/**
 * Prints failed tests, and a line every ten seconds while tests end: how many files and tests, and the file of the last
 * one. The JSON report has the details, but no errors outside of tests.
 */
export default class Progress implements Reporter {
  private started = Date.now()
  private printed = Date.now()
  private files = 0
  private doneFiles = 0
  private doneTests = 0
  private failed = 0

  onTestRunStart(specifications: readonly unknown[]) {
    this.files = specifications.length
  }

  onTestCaseResult(test: TestCase) {
    this.doneTests += 1
    const { state, errors } = test.result()
    if (state === 'failed') {
      this.failed += 1
      const [{ message = '', diff = '' } = {}] = errors
      process.stdout.write(
        `  FAILED ${test.module.relativeModuleId} > ${test.fullName}: ${message}\n${diff}\n`,
      )
    }
    if (Date.now() - this.printed < EVERY_MS) return
    this.printed = Date.now()
    const seconds = Math.round((Date.now() - this.started) / 1000)
    const counts = `${this.doneFiles} of ${this.files} files, ${this.doneTests} tests, ${this.failed} failed`
    process.stdout.write(`  ${SUITE} ${seconds} s: ${counts}; now ${test.module.relativeModuleId}\n`)
  }

  onTestModuleEnd() {
    this.doneFiles += 1
  }

  onUserConsoleLog({ content }: { content: string }) {
    process.stdout.write(content)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]) {
    for (const { stack, message } of errors)
      process.stdout.write(`Error outside of tests: ${stack ?? message}\n`)
  }
}
