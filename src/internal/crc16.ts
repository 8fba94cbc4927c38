/**
 * Computes CRC-16/CCITT with the polynomial 0x1021 and the initial value 0xFFFF (ISO/IEC 13239), as four capital hexadecimal
 * digits, with which EMVCo QR codes end. Of "123456789" it is 29B1.
 */
export function crc16(bytes: Uint8Array): string {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
