import type { Language } from './languages.ts';

/** Words of the API reference, a page of its own beside the app. */
export interface ReferenceText {
  title: string;
  about: string;
  /** What every program needs to know before its first call, as terms and sentences. */
  facts: readonly (readonly [string, string])[];
  document: string;
  loading: string;
  failed: string;
  home: string;
}

const TEXTS: Record<Language, ReferenceText> = {
  'zh-CN': {
    title: '接口文档',
    about: '企业的系统以 API 密钥调用的全部接口。展开一项后可填写参数并直接调用本系统。',
    facts: [
      [
        '密钥',
        '在“企业管理 → API 密钥”创建；请求头 Authorization: Bearer signet_…。点“Authorize”填入密钥即可试用。',
      ],
      [
        '版本',
        '按日期：响应头 Signet-Version 给出所用版本。密钥使用创建时的版本；请求头 Signet-Version 可另行指定。',
      ],
      ['只做一次', '改变数据的请求带上 X-Request-Id：同一编号、同一内容只生效一次，应答相同。'],
      [
        '限额',
        '每个密钥每分钟 600 次；响应头 RateLimit-Limit、RateLimit-Remaining、RateLimit-Reset 给出余量，超出时 Retry-After 给出等待秒数。',
      ],
      ['错误', '应答为 { code, message, data }，200 为成功；其他 code 固定不变，fields 指出有误的字段。'],
      ['翻页', '合同列表用 after（上一页最后一项的 planId）接着取，不会重复或遗漏。'],
    ],
    document: '下载 OpenAPI 文档',
    loading: '正在载入接口…',
    failed: '接口没有载入。请检查网络后重新载入本页。',
    home: '返回首页',
  },
  'zh-TW': {
    title: '介面文件',
    about: '企業的系統以 API 金鑰呼叫的全部介面。展開一項後可填寫參數並直接呼叫本系統。',
    facts: [
      [
        '金鑰',
        '在「企業管理 → API 金鑰」建立；請求標頭 Authorization: Bearer signet_…。點「Authorize」填入金鑰即可試用。',
      ],
      [
        '版本',
        '按日期：回應標頭 Signet-Version 給出所用版本。金鑰使用建立時的版本；請求標頭 Signet-Version 可另行指定。',
      ],
      ['只做一次', '改變資料的請求帶上 X-Request-Id：同一編號、同一內容只生效一次，回應相同。'],
      [
        '限額',
        '每個金鑰每分鐘 600 次；回應標頭 RateLimit-Limit、RateLimit-Remaining、RateLimit-Reset 給出餘量，超出時 Retry-After 給出等待秒數。',
      ],
      ['錯誤', '回應為 { code, message, data }，200 為成功；其他 code 固定不變，fields 指出有誤的欄位。'],
      ['翻頁', '合約清單用 after（上一頁最後一項的 planId）接著取，不會重複或遺漏。'],
    ],
    document: '下載 OpenAPI 文件',
    loading: '正在載入介面…',
    failed: '介面沒有載入。請檢查網路後重新載入本頁。',
    home: '返回首頁',
  },
  'en-US': {
    title: 'API reference',
    about:
      'Every call that programs of an enterprise can make with an API key. Open one to fill it in and make it here.',
    facts: [
      [
        'Key',
        'Made under Enterprise → API keys; send it as Authorization: Bearer signet_…. Press Authorize to try calls with it.',
      ],
      [
        'Version',
        'By date: the header Signet-Version of an answer says which applied. A key keeps the version of the day it was made; the same header of a request asks for another.',
      ],
      [
        'Once',
        'Give requests that change something an X-Request-Id: the same id with the same content has one effect and one answer.',
      ],
      [
        'Limits',
        '600 calls a minute for each key. RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset say what is left, and Retry-After how many seconds to wait.',
      ],
      [
        'Errors',
        'Answers are { code, message, data }; 200 is success. The other codes never change, and fields names each field at fault.',
      ],
      [
        'Paging',
        'Lists of tasks go on after a row (after: the planId of the last one), so that none is skipped or repeated.',
      ],
    ],
    document: 'Download the OpenAPI document',
    loading: 'Loading the calls…',
    failed: 'The calls did not load. Check the connection and load this page again.',
    home: 'Back to the home page',
  },
};

export const referenceText = (language: Language): ReferenceText => TEXTS[language];
