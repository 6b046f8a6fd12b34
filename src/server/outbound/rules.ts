/**
 * Which addresses the service may call for its users. Everybody may name a host, so what lies inside the operator's
 * own network is out of reach unless the operator lists it.
 */
import { BlockList, isIP, isIPv6 } from "node:net";

/** One entry of OUTBOUND_ALLOW: a host by its name, or addresses; at any port, or one. */
export interface Allowed {
  host?: string;
  range?: { network: string; bits: number };
  port?: number;
}

/** Where a request goes. */
export interface Destination {
  /** Lower case, an IPv6 address without brackets. */
  host: string;
  port: number;
  isTls: boolean;
}

const ENTRY = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/;

/** Reads "nas.local", "10.0.0.5:8080", "10.0.0.0/8", "[fd00::/8]:443"; undefined for what is none of these. */
export function readAllowed(text: string): Allowed | undefined {
  // Without brackets the colons of an IPv6 address are its own.
  const plain = isIPv6(text.split("/")[0] as string) ? `[${text}]` : text;
  const [, bracketed, bare, portText] = ENTRY.exec(plain) ?? [];
  const named = bracketed ?? bare;
  if (named === undefined) return undefined;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const where = readRange(named) ?? readName(named);
  return where && { ...where, ...(port !== undefined && { port }) };
}

function readRange(text: string): Allowed | undefined {
  const [network = "", bitsText, more] = text.split("/");
  const family = isIP(network);
  if (family === 0 || more !== undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? most : Number(bitsText);
  const isRight = bitsText === undefined || (/^\d{1,3}$/.test(bitsText) && bits <= most);
  return isRight ? { range: { network, bits } } : undefined;
}

function readName(text: string): Allowed | undefined {
  const host = text.toLowerCase().replace(/\.$/, "");
  return /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(host) ? { host } : undefined;
}

/** Whether the operator has listed the host by its name, or the address that it stands for. */
export function isListed(
  rules: readonly Allowed[],
  { host, port }: Destination,
  address?: string,
): boolean {
  return rules.some(
    (rule) =>
      (rule.port ?? port) === port &&
      (rule.host === host || (address !== undefined && holds(rule, address))),
  );
}

function holds({ range }: Allowed, address: string): boolean {
  if (range === undefined || isIP(range.network) !== isIP(address)) return false;
  const list = new BlockList();
  list.addSubnet(range.network, range.bits, familyOf(range.network));
  return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** What IANA has set aside: this machine, private networks, link-local, shared, documentation, multicast and so on. */
const SPECIAL = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"],
  ...["192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // Of the public IPv6 range: addresses of protocols, some with an IPv4 address inside.
  ...["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"],
];

/** The range that public IPv6 addresses are given from: all others are something else. */
const PUBLIC_V6 = "2000::/3";

const special = listOf(SPECIAL);
const publicV6 = listOf([PUBLIC_V6]);

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}

/** Whether the address is one of the open internet. */
export function isPublic(address: string): boolean {
  const family = familyOf(address);
  if (isIP(address) === 0 || special.check(address, family)) return false;
  return family === "ipv4" || publicV6.check(address, family);
}

/** Whether a connection to the address may be opened. */
export function mayConnect(
  rules: readonly Allowed[],
  destination: Destination,
  address: string,
): boolean {
  if (isListed(rules, destination, address)) return true;
  return destination.isTls && isPublic(address);
}
