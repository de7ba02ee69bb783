/** Classes of bytes (7.2.3): 1 white space, 2 delimiter, 0 regular. */
export const CLASS = new Uint8Array(256);
for (const c of [0, 9, 10, 12, 13, 32]) CLASS[c] = 1;
for (const c of '()<>[]{}/%') CLASS[c.charCodeAt(0)] = 2;
export const HEX_VALUE = new Int8Array(256).fill(-1);
for (let i = 0; i < 16; i++) {
  HEX_VALUE[i.toString(16).charCodeAt(0)] = i;
  HEX_VALUE[i.toString(16).toUpperCase().charCodeAt(0)] = i;
}

export const isWhite = (byte: number | undefined): boolean => byte !== undefined && CLASS[byte] === 1;
export const isRegular = (byte: number | undefined): boolean => byte !== undefined && CLASS[byte] === 0;
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
/** 0 to 15, or -1 if the byte is not a hexadecimal digit. */
export const hexValue = (byte: number): number => HEX_VALUE[byte]!;
