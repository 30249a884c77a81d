/// A picture as memory holds it: its pixels, and all that was said of the image that it was made of.
///
/// One reference to values that never change, so that a hit costs one count.
struct KeptPicture: CachedValue {
    private final class Contents: Sendable {
        let bitmap: Bitmap
        let head: CachedHead

        init(_ bitmap: Bitmap, _ head: CachedHead) {
            self.bitmap = bitmap
            self.head = head
        }
    }

    private let contents: Contents

    init(_ bitmap: Bitmap, _ head: CachedHead) {
        contents = Contents(bitmap, head)
    }

    var bitmap: Bitmap { contents.bitmap }
    var head: CachedHead { contents.head }
    var cost: Int { contents.bitmap.bytes }

    func confirmed(by confirmation: Confirmation) -> KeptPicture {
        KeptPicture(bitmap, head.confirmed(by: confirmation))
    }
}
