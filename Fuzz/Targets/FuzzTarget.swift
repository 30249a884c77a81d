import FuzzArchive
import FuzzCaptureFile
import FuzzControl
import FuzzConversation
import FuzzDNS
import FuzzDatagram
import FuzzDiskEntry
import FuzzFieldValues
import FuzzHTTP1
import FuzzHTTP1Client
import FuzzHTTP2
import FuzzHTTP2Client
import FuzzImage
import FuzzJSON
import FuzzLinkImport
import FuzzMessageText
import FuzzPacked
import FuzzQUIC
import FuzzResult
import FuzzRules
import FuzzScenario
import FuzzSweep
import FuzzTLS
import FuzzURL
import FuzzWireGuard

/// A parser of foreign bytes, with what it promises. One that breaks its promise ends the program.
package struct FuzzTarget: Sendable {
    package let take: @Sendable ([UInt8]) -> Void

    private static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "FuzzArchive": fuzzArchive, "FuzzCaptureFile": fuzzCaptureFile, "FuzzControl": fuzzControl,
        "FuzzConversation": fuzzConversation, "FuzzDNS": fuzzDNS, "FuzzDatagram": fuzzDatagram,
        "FuzzDiskEntry": fuzzDiskEntry, "FuzzFieldValues": fuzzFieldValues, "FuzzHTTP1": fuzzHTTP1,
        "FuzzHTTP1Client": fuzzHTTP1Client, "FuzzHTTP2": fuzzHTTP2, "FuzzHTTP2Client": fuzzHTTP2Client,
        "FuzzImage": fuzzImage, "FuzzJSON": fuzzJSON, "FuzzLinkImport": fuzzLinkImport,
        "FuzzMessageText": fuzzMessageText, "FuzzPacked": fuzzPacked, "FuzzQUIC": fuzzQUIC,
        "FuzzResult": fuzzResult, "FuzzRules": fuzzRules, "FuzzScenario": fuzzScenario,
        "FuzzSweep": fuzzSweep, "FuzzTLS": fuzzTLS, "FuzzURL": fuzzURL, "FuzzWireGuard": fuzzWireGuard,
    ]

    /// nil if there is none of that name.
    package init?(named name: String) {
        guard let take = Self.all[name] else { return nil }
        self.take = take
    }
}
