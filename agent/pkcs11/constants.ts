/** Constants of PKCS#11 2.40 (OASIS) used here. */
export const CKR = {
  OK: 0x00,
  SLOT_ID_INVALID: 0x03,
  GENERAL_ERROR: 0x05,
  DEVICE_ERROR: 0x30,
  DEVICE_MEMORY: 0x31,
  DEVICE_REMOVED: 0x32,
  KEY_HANDLE_INVALID: 0x60,
  OBJECT_HANDLE_INVALID: 0x82,
  PIN_INCORRECT: 0xa0,
  PIN_INVALID: 0xa1,
  PIN_LEN_RANGE: 0xa2,
  PIN_EXPIRED: 0xa3,
  PIN_LOCKED: 0xa4,
  SESSION_CLOSED: 0xb0,
  SESSION_HANDLE_INVALID: 0xb3,
  TOKEN_NOT_PRESENT: 0xe0,
  TOKEN_NOT_RECOGNIZED: 0xe1,
  USER_ALREADY_LOGGED_IN: 0x100,
  USER_NOT_LOGGED_IN: 0x101,
  USER_ANOTHER_ALREADY_LOGGED_IN: 0x104,
  CRYPTOKI_NOT_INITIALIZED: 0x190,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

export const CKF = {
  SERIAL_SESSION: 0x04,
  RW_SESSION: 0x02,
  OS_LOCKING_OK: 0x02,
  USER_PIN_COUNT_LOW: 0x10000,
  USER_PIN_FINAL_TRY: 0x20000,
  USER_PIN_LOCKED: 0x40000,
} as const;

export const CKU = { SO: 0, USER: 1 } as const;
export const CKO = { CERTIFICATE: 1, PUBLIC_KEY: 2, PRIVATE_KEY: 3 } as const;
export const CKK = { RSA: 0, EC: 3 } as const;
export const CKA = {
  CLASS: 0x00,
  TOKEN: 0x01,
  PRIVATE: 0x02,
  LABEL: 0x03,
  VALUE: 0x11,
  CERTIFICATE_TYPE: 0x80,
  ISSUER: 0x81,
  SERIAL_NUMBER: 0x82,
  KEY_TYPE: 0x100,
  SUBJECT: 0x101,
  ID: 0x102,
  SENSITIVE: 0x103,
  SIGN: 0x108,
  VERIFY: 0x10a,
  MODULUS: 0x120,
  MODULUS_BITS: 0x121,
  PUBLIC_EXPONENT: 0x122,
  EXTRACTABLE: 0x162,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
} as const;
export const CKM = {
  RSA_PKCS_KEY_PAIR_GEN: 0x00,
  RSA_PKCS: 0x01,
  SHA256_RSA_PKCS: 0x40,
  EC_KEY_PAIR_GEN: 0x1040,
  ECDSA: 0x1041,
} as const;

/** Index of each function in CK_FUNCTION_LIST, with its parameters: U unsigned long, P pointer, B byte. */
export const FUNCTIONS = {
  C_Initialize: [0, 'P'],
  C_Finalize: [1, 'P'],
  C_GetSlotList: [4, 'BPP'],
  C_GetTokenInfo: [6, 'UP'],
  C_GetMechanismList: [7, 'UPP'],
  C_InitPIN: [10, 'UPU'],
  C_SetPIN: [11, 'UPUPU'],
  C_OpenSession: [12, 'UUPPP'],
  C_CloseSession: [13, 'U'],
  C_Login: [18, 'UUPU'],
  C_Logout: [19, 'U'],
  C_CreateObject: [20, 'UPUP'],
  C_DestroyObject: [22, 'UU'],
  C_GetAttributeValue: [24, 'UUPU'],
  C_FindObjectsInit: [26, 'UPU'],
  C_FindObjects: [27, 'UPUP'],
  C_FindObjectsFinal: [28, 'U'],
  C_SignInit: [42, 'UPU'],
  C_Sign: [43, 'UPUPP'],
  C_GenerateKeyPair: [59, 'UPPUPUPP'],
} as const;
export type FunctionName = keyof typeof FUNCTIONS;
