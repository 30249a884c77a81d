import LinuxIO
package import Theory

extension KernelRelease {
    /// In virtual time this is the guest's.
    package static var ofThisMachine: KernelRelease { KernelRelease(Machine.kernel) ?? .recent }
}
