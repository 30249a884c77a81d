import Glibc

/// The user whose rights this process has.
package enum CurrentUser {
    package static var identifier: UInt32 { geteuid() }
}
