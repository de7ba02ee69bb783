import type { APIKEY_ERRORS } from '../errors.ts';

export default {
  API_KEY_INVALID: 'API 密钥无效，请检查后重试。',
  API_KEY_ENDED: 'API 密钥已到期或已撤销，请联系企业管理员更换。',
  API_KEY_ELSEWHERE: '该 API 密钥不能从此网络地址使用，请联系企业管理员调整允许的地址。',
  API_KEY_SCOPE: '该 API 密钥没有此操作的权限，请联系企业管理员。',
  API_KEY_HOLDER: '该 API 密钥的持有人已不能代表企业操作，请由企业管理员接管。',
  API_KEY_NOT_YOURS: '只有该 API 密钥的持有人可以修改或更换它。请先接管，或直接撤销。',
  API_KEY_TOO_MANY: '企业的 API 密钥已达上限（{max} 个），请先撤销不用的密钥。',
  API_KEY_NO_LONGER:
    '发起此操作的 API 密钥或单点登录“{name}”已停用、到期或不再有此权限。请由您本人继续，或换用有权限的密钥重试。',
  API_VERSION_UNKNOWN: '没有这个接口版本。请在请求头 Signet-Version 中使用：{versions}。',
} satisfies Record<keyof typeof APIKEY_ERRORS, string>;
