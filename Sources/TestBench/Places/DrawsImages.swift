package import Fixtures

/// What linking with `TestBenchImages` adds to ``Bench``: a drawing of images. Tests need not name that library, and this
/// one does not know it: the conformance is looked up while the program runs.
package protocol DrawsImages {
    static var imageDrawing: any FixtureDrawing { get }
}

extension Bench {
    /// nil unless `TestBenchImages` is linked.
    static var linkedDrawing: (any FixtureDrawing)? {
        (self as? any DrawsImages.Type)?.imageDrawing
    }
}
