internal import CLinux
import Glibc
package import Wire

/// Rules that give packets from some networks of addresses the address of the interface through which they leave a network
/// namespace; answers are mapped back.
///
/// The rules are in a table owned by a socket of this process. The kernel removes them with this value, or when
/// the process is killed. Such tables need Linux 5.12.
package struct Masquerade: ~Copyable, Sendable {
    private static let chain = "postrouting"
    /// NF_INET_POST_ROUTING, and the priority at which hooks change source addresses.
    private static let hook: UInt32 = 4
    private static let priority: UInt32 = 100

    private let socket: NetlinkSocket

    /// Installs the rules in the calling thread's namespace, where the table's name must be unused for each version of IP.
    package init(of networks: [IPNetwork], table: String) throws(SystemCallError) {
        let socket = NetlinkSocket(
            owning: try systemCall("socket", on: "netfilter") { netlab_filter_socket() }
        )
        let groups = [networks.filter(\.base.isV4), networks.filter { !$0.base.isV4 }].filter { !$0.isEmpty }
        let last = groups.last?.last
        let rules = groups.flatMap { group in
            [Self.tableMessage(table, group[0].base.family), Self.chainMessage(table, group[0].base.family)]
                + group.map { Self.ruleMessage(table, $0, isLast: $0 == last) }
        }
        let messages = [Self.mark(NFNL_MSG_BATCH_BEGIN)] + rules + [Self.mark(NFNL_MSG_BATCH_END)]
        let bytes = messages.flatMap { message in
            var message = message
            message.finish()
            return message.bytes
        }
        try socket.exchange(
            "nf_tables masquerade",
            on: networks.map(\.description).joined(separator: ", "),
            bytes
        )
        self.socket = socket
    }

    private static func mark(_ type: Int32) -> NetlinkMessage {
        var message = NetlinkMessage(Int(type), isAnswered: false)
        message.append(
            nfgenmsg(
                nfgen_family: UInt8(AF_UNSPEC),
                version: UInt8(NFNETLINK_V0),
                res_id: UInt16(NFNL_SUBSYS_NFTABLES).bigEndian
            )
        )
        return message
    }

    private static func message(
        _ type: nf_tables_msg_types,
        _ family: Int32,
        flags: Int32 = 0,
        isAnswered: Bool = false
    ) -> NetlinkMessage {
        let subsystem = Int(NFNL_SUBSYS_NFTABLES) << 8
        var message = NetlinkMessage(
            subsystem | Int(type.rawValue),
            flags: NLM_F_CREATE | flags,
            isAnswered: isAnswered
        )
        message.append(nfgenmsg(nfgen_family: UInt8(family), version: UInt8(NFNETLINK_V0), res_id: 0))
        return message
    }

    private static func tableMessage(_ table: String, _ family: Int32) -> NetlinkMessage {
        var message = message(NFT_MSG_NEWTABLE, family, flags: NLM_F_EXCL)
        message.attribute(Int(NFTA_TABLE_NAME.rawValue), table)
        message.attribute(Int(NFTA_TABLE_FLAGS.rawValue), UInt32(NFT_TABLE_F_OWNER.rawValue).bigEndian)
        return message
    }

    private static func chainMessage(_ table: String, _ family: Int32) -> NetlinkMessage {
        var message = message(NFT_MSG_NEWCHAIN, family)
        message.attribute(Int(NFTA_CHAIN_TABLE.rawValue), table)
        message.attribute(Int(NFTA_CHAIN_NAME.rawValue), chain)
        message.nest(Int(NFTA_CHAIN_HOOK.rawValue)) { place in
            place.attribute(Int(NFTA_HOOK_HOOKNUM.rawValue), hook.bigEndian)
            place.attribute(Int(NFTA_HOOK_PRIORITY.rawValue), priority.bigEndian)
        }
        message.attribute(Int(NFTA_CHAIN_TYPE.rawValue), "nat")
        return message
    }

    /// If the source is in the network: masquerade.
    private static func ruleMessage(_ table: String, _ network: IPNetwork, isLast: Bool) -> NetlinkMessage {
        // Offset and length of the source address in the header, in bytes.
        let sender: (offset: UInt32, length: UInt32) = network.base.isV4 ? (12, 4) : (8, 16)
        var message = message(NFT_MSG_NEWRULE, network.base.family, flags: NLM_F_APPEND, isAnswered: isLast)
        message.attribute(Int(NFTA_RULE_TABLE.rawValue), table)
        message.attribute(Int(NFTA_RULE_CHAIN.rawValue), chain)
        let register = UInt32(NFT_REG_1.rawValue).bigEndian
        message.nest(Int(NFTA_RULE_EXPRESSIONS.rawValue)) { rule in
            expression(&rule, "payload") { load in
                load.attribute(Int(NFTA_PAYLOAD_DREG.rawValue), register)
                load.attribute(
                    Int(NFTA_PAYLOAD_BASE.rawValue),
                    UInt32(NFT_PAYLOAD_NETWORK_HEADER.rawValue).bigEndian
                )
                load.attribute(Int(NFTA_PAYLOAD_OFFSET.rawValue), sender.offset.bigEndian)
                load.attribute(Int(NFTA_PAYLOAD_LEN.rawValue), sender.length.bigEndian)
            }
            expression(&rule, "bitwise") { masking in
                masking.attribute(Int(NFTA_BITWISE_SREG.rawValue), register)
                masking.attribute(Int(NFTA_BITWISE_DREG.rawValue), register)
                masking.attribute(Int(NFTA_BITWISE_LEN.rawValue), sender.length.bigEndian)
                masking.nest(Int(NFTA_BITWISE_MASK.rawValue)) { data in
                    data.attribute(Int(NFTA_DATA_VALUE.rawValue), raw: network.mask.octets)
                }
                masking.nest(Int(NFTA_BITWISE_XOR.rawValue)) { data in
                    let zeros = [UInt8](repeating: 0, count: Int(sender.length))
                    data.attribute(Int(NFTA_DATA_VALUE.rawValue), raw: zeros)
                }
            }
            expression(&rule, "cmp") { comparison in
                comparison.attribute(Int(NFTA_CMP_SREG.rawValue), register)
                comparison.attribute(Int(NFTA_CMP_OP.rawValue), UInt32(NFT_CMP_EQ.rawValue).bigEndian)
                comparison.nest(Int(NFTA_CMP_DATA.rawValue)) { data in
                    data.attribute(Int(NFTA_DATA_VALUE.rawValue), raw: network.base.octets)
                }
            }
            expression(&rule, "masq") { _ in }
        }
        return message
    }

    private static func expression(
        _ rule: inout NetlinkMessage,
        _ name: String,
        _ fill: (inout NetlinkMessage) -> Void
    ) {
        rule.nest(Int(NFTA_LIST_ELEM.rawValue)) { element in
            element.attribute(Int(NFTA_EXPR_NAME.rawValue), name)
            element.nest(Int(NFTA_EXPR_DATA.rawValue)) { fill(&$0) }
        }
    }
}
