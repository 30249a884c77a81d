import Phones
import Programs
import Reports
import Wire

/// What `netlab phone` says before a phone comes.
struct PhoneAnnouncement {
    let name: PhoneName
    let reach: PhoneReach
    /// The file with the configuration; nil if there is none.
    let file: String?
    /// What is said last.
    let end: String

    func tell(_ code: QRCode, on console: Console) {
        console.print(code.terminalText(coloured: console.style.isColoured))
        for (number, step) in Self.steps.enumerated() { console.note("\(number + 1). \(step)") }
        console.note("")
        console.note("\(name) reaches netlab at \(reach.endpoint), UDP")
        if !reach.others.isEmpty {
            let others = reach.others.map(\.description).joined(separator: ", ")
            console.note("if that is not the phone's network, --address takes another: \(others)")
        }
        if let file { console.note("the same as a file: \(file)") }
        console.note(end)
    }

    static let steps = [
        "Install WireGuard on the phone: from the App Store, Google Play or F-Droid.",
        "Tap + and scan the code: `Create from QR code` on iOS, `Scan from QR code` on Android.",
        "Switch the tunnel on. All traffic of the phone then crosses the line, until you switch it off.",
    ]
}
