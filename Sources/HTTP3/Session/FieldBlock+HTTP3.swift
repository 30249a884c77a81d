internal import CQUIC
import HTTP2

extension FieldBlock {
    /// The fields in nghttp3's form, which copies them before it returns.
    func withHTTP3Entries<Result>(_ body: (UnsafePointer<nghttp3_nv>?, Int) -> Result) -> Result {
        withFields { place, lengths in
            var place = place.map { UnsafePointer($0) }
            var entries: [nghttp3_nv] = []
            entries.reserveCapacity(lengths.count)
            for (name, value) in lengths {
                var entry = nghttp3_nv()
                entry.name = place
                entry.value = place.map { $0 + name }
                (entry.namelen, entry.valuelen) = (name, value)
                entry.flags = UInt8(NGHTTP3_NV_FLAG_NONE)
                entries.append(entry)
                place = place.map { $0 + name + value }
            }
            return entries.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }
}
