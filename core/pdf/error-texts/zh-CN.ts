import type { PDF_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_EMPTY: '文件是空的，请重新选择文件。',
  DOCUMENT_NOT_PDF: '这不是 PDF 文件，请选择 PDF 文件。',
  DOCUMENT_BROKEN: '文件已损坏，无法读取，请重新导出后上传。',
  DOCUMENT_ENCRYPTED: '文件设有密码，请去除密码后上传。',
  DOCUMENT_TOO_LARGE: '文件过大，请压缩或拆分后上传。',
  DOCUMENT_TOO_COMPLEX: '文件结构过于复杂，无法处理，请重新导出后上传。',
  DOCUMENT_ENCRYPTED_AND_SIGNED: '文件已加密且已签名，去除密码会使原签名失效，请向发件人索取未加密的文件。',
  DOCUMENT_CERTIFIED_NO_CHANGES: '文件的认证签名不允许再作修改，无法继续签署。',
  DOCUMENT_CANNOT_APPEND: '文件无法追加签名，请重新导出后上传。',
  SIGNATURE_FIELD_NOT_FOUND: '没有找到签名位置，请刷新后重试。',
  SIGNATURE_FIELD_SIGNED: '该位置已经签署，请刷新查看。',
  SIGNATURE_FIELD_LOCKED: '该位置已被先前的签名锁定，无法修改。',
  SIGNATURE_ROOM_TOO_SMALL: '为签名预留的空间不足，请重试；仍不成功请联系客服。',
  DOCUMENT_UNSUPPORTED: '文件用到了暂不支持的功能，请重新导出为普通文件后上传。',
  DOCUMENT_CERTIFIED: '文件已由作者认证，添加签署位置会使该认证签名失效，请向作者索取未认证的文件。',
  DOCUMENT_SIGNED_PLACES:
    '文件已有签名，每个签署位置都要单独签名，每位签署人最多 {max} 处，请减少位置或改用未签名的文件。',
  DOCUMENT_ACTIVE: '文件含有会运行或携带其他内容的部分（{found}），请移除后再上传。',
  DOCUMENT_ACTIVE_SIGNED:
    '文件含有会运行或携带其他内容的部分（{found}），且已有签名，移除会使签名失效，请向发件人索取不含这些内容的文件。',
  DOCUMENT_PAGES: '文件的页面目录自相矛盾，不同软件看到的页面会不一样，请重新打印为 PDF 后上传。',
} satisfies Record<keyof typeof PDF_ERRORS, string>;
