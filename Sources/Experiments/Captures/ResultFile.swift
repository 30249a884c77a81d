import Inspection
import LinuxIO
import Synchronization

/// Inspection results that do not fit into memory, in an unnamed file that is created on the first write.
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
                // Without disk space, the results stay in memory.
                return false
            }
        }
    }

    func bytes(in range: Range<Int>) -> [UInt8] {
        file.withLock { file in (try? file?.bytes(in: range)) ?? [] }
    }
}
