/// A picture as memory holds it: its pixels and the head of the image it was made from.
///
/// A single reference to immutable values, so that a hit costs one retain.
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
