/**
 * Replaces uPlot in unit tests: happy-dom has no canvas, and uPlot adds listeners to the window when it loads, which may be
 * after the test that imported it.
 */
export default class FakePlot {
  static paths = {}
  setSize() {}
  destroy() {}
}
