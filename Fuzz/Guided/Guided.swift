import FuzzTargets
import Glibc

/// The target that the fuzzer tries.
private let target: FuzzTarget = {
    let name = getenv("NETLAB_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(named: name) else {
        let line = Array("NETLAB_FUZZ_TARGET must name a folder of Fuzz/corpus\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(2)
    }
    return target
}()

/// The fuzzer's bytes in a separate array, so that reads past their end are detected.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.take([UInt8](UnsafeBufferPointer(start: data, count: count)))
    return 0
}
