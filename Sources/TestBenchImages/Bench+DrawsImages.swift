package import Fixtures
import Images
package import TestBench

/// Found by `TestBench` while the program runs.
extension Bench: DrawsImages {
    package static var imageDrawing: any FixtureDrawing { LibraryDrawing() }
}
