import Inspection
import LinuxIO
import Synchronization

/// An inspection's results that are too many for memory, in a file without a name: made when the first of them come.
final class ResultFile: InspectionSpool {
    private let file = Mutex<ScratchFile?>(nil)

    func append(_ bytes: [UInt8]) -> Bool {
        file.withLock { file in
            do {
                let opened = try file ?? ScratchFile()
                file = opened
                try opened.append(bytes)
                return true
            } catch {
                // No disk, or a full one: memory has to do.
                return false
            }
        }
    }

    func bytes(in range: Range<Int>) -> [UInt8] {
        file.withLock { file in (try? file?.bytes(in: range)) ?? [] }
    }
}
