import Inspection
import Reports
import Testing
import Wire

@Suite struct CaptureFaultWordsTests {
    private static let server = Endpoint(address: .v4(0xC612_0002), port: 80)

    private static var farewell: CapturedGoAway {
        var farewell = CapturedGoAway(isFromClient: false, lastStream: 3, code: 2, stamp: 0, packet: 1)
        farewell.text = "max_age"
        return farewell
    }

    @Test(arguments: [
        (
            CaptureFault.file(.dropped(3)),
            "the recorder dropped 3 packets: what is missing here may have been on the wire"
        ),
        (.file(.trailer(7, length: 12)), "a block of 12 bytes ends with the length 7: it is damaged"),
        (.file(.packetLength(9, available: 4)), "a packet claims 9 bytes in a block that holds 4"),
        (.header(.shortTCP), "its IP packet is too short for a TCP header"),
        (.unknownLink(LinkType(rawValue: 147)), "packets of link type USER0 (147) are not understood"),
        (.cutShort(1), "1 packet is truncated: the recorder kept only its beginning"),
        (.cutShort(2), "2 packets are truncated: the recorder kept only their beginning"),
        (.fragments(2), "from here on, 2 packets came in fragments, and not all fragments were captured"),
        (.notOnlyDNS(overTCP: true), "from here on, not all traffic over a name server's port is DNS"),
        (.notOnlyDNS(overTCP: false), "from here on, not all traffic to a name server's port is DNS"),
        (
            .missing(3, from: server, at: 10),
            "3 bytes from 198.18.0.2:80, from byte 10 of its stream, are not in the capture"
        ),
        (.lostRecords(nil, from: server), "some encrypted records from 198.18.0.2:80 before it are lost"),
        (.lostRecords(2, from: server), "2 encrypted records from 198.18.0.2:80 before it are lost"),
        (.hello(fromClient: false), "the Server Hello contradicts itself"),
        (
            .midwayQUIC(packets: 1, from: server, to: server, hasKeys: true),
            "1 packet between 198.18.0.2:80 and 198.18.0.2:80 looks like QUIC, but the capture lacks the handshake, "
                + "and no secret of the key log opens it"
        ),
        (
            .midwayQUIC(packets: 2, from: server, to: server, hasKeys: false),
            "2 packets between 198.18.0.2:80 and 198.18.0.2:80 look like QUIC, but the capture lacks the handshake, "
                + "and there is no key log"
        ),
        (
            .refusedQUIC(QUICVersion(rawValue: 0x1A2A_3A4A), offered: [.one, .two]),
            "the server does not speak QUIC version 0x1a2a3a4a: it offers 1, 2"
        ),
        (
            .forgottenQUIC(byClient: false),
            "the server does not know the connection any more (stateless reset)"
        ),
        (.notHTTP2(.up), "from here on, what the client sends is not HTTP/2"),
        (
            .farewell(farewell),
            "the server gives up the connection after stream 3: INTERNAL_ERROR (max_age)"
        ),
    ])
    func `each capture fault has its sentence`(fault: CaptureFault, words: String) {
        #expect(fault.words == words)
    }
}
