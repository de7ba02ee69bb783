/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_EMBED:
    '【Signet】您正在其他网站中打开合同签署页面，验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_INVITATION: '【Signet】您正通过链接打开合同，验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_SIGNING_LINK:
    '【Signet】您正通过签署链接确认手机号，验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_LOGIN: '【Signet】登录验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_SIGN: '【Signet】签署验证码 {code}，{minutes} 分钟内有效，仅用于本次签署，请勿告诉他人。',
  CODE_SIGN_PROOF:
    '【Signet】签署合同的邮箱验证码 {code}，{minutes} 分钟内有效，仅用于本次签署，请勿告诉他人。',
  CODE_REGISTER: '【Signet】注册验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_FORGOT_PASSWORD:
    '【Signet】找回密码验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。如非本人操作，请忽略。',
  CODE_UPDATE_MOBILE: '【Signet】更换手机号验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_PLATFORM_MOBILE:
    '【Signet】平台工作人员正为您的账号绑定此手机号，验证码 {code}，{minutes} 分钟内有效。仅在您本人申请时告知工作人员。',
  CODE_CHECK_MOBILE: '【Signet】身份确认验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_CANCEL_USER: '【Signet】注销账号验证码 {code}，{minutes} 分钟内有效。如非本人操作，请立即修改密码。',
  CODE_SIGN_PASSWORD: '【Signet】设置签署密码验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  CODE_MAKE_API_KEY:
    '【Signet】创建 API 密钥验证码 {code}，{minutes} 分钟内有效。持有该密钥的系统可代表您的企业操作，请勿告诉他人。',
  CODE_FIRM_LOGIN:
    '【Signet】设置企业登录验证码 {code}，{minutes} 分钟内有效。设置后，该身份提供方可让成员登录您的企业，请勿告诉他人。',
  CODE_SSO_CUSTOMER:
    '【Signet】设置单点登录验证码 {code}，{minutes} 分钟内有效。设置后，客户系统可让成员登录其企业，请勿告诉他人。',
  CODE_WEBHOOK:
    '【Signet】设置 Webhook 验证码 {code}，{minutes} 分钟内有效。设置后，接收方会收到企业合同的事件，请勿告诉他人。',
  CODE_APPOINT:
    '【Signet】任命管理员验证码 {code}，{minutes} 分钟内有效。管理员可管理整个企业，请勿告诉他人。',
  CODE_PASSKEY:
    '【Signet】管理通行密钥验证码 {code}，{minutes} 分钟内有效。通行密钥可用于登录和确认签署，请勿告诉他人。',
  CODE_BIND_KEY:
    '【Signet】绑定 UKey 验证码 {code}，{minutes} 分钟内有效。绑定后该 UKey 可代您登录和签署，请勿告诉他人。',
  MOBILE_UNKNOWN:
    '【Signet】有人用此手机号登录或找回密码，但它还没有注册。如是您本人，请先注册；如非本人操作，请忽略。',
  MOBILE_TAKEN: '【Signet】此手机号已有账号，不能再次注册或绑定，请直接登录。如非本人操作，请忽略。',
  MAIL_SUBJECT_APPROVAL: '需要您审批',
  MAIL_SUBJECT_CODE: 'Signet 验证码',
  MAIL_CODE_FORGOT_PASSWORD:
    '您的找回密码验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。如非本人操作，请忽略本邮件。',
  MAIL_CODE_UPDATE_MAIL: '您的绑定邮箱验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  MAIL_CODE_CHECK_MAIL: '您的身份确认验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  MAIL_UNKNOWN:
    '有人用此邮箱找回密码，但没有账号绑定它。如是您本人，请改用手机号；如非本人操作，请忽略本邮件。',
  MAIL_TAKEN: '此邮箱已绑定其他账号，不能再次绑定。如非本人操作，请忽略本邮件。',
  TASK_TO_SIGN: '【Signet】{initiator} 邀请您签署“{task}”。',
  TASK_PLACES_ADDED: '【Signet】{operator} 在“{task}”中添加了签署位置，请重新查看文件后签署。',
  TASK_EXTENDED: '【Signet】{operator} 将“{task}”的签署截止时间延至 {until}。',
  TASK_DUE_SOON: '【Signet】“{task}”将于 {until} 截止签署，请及时处理。',
  TASK_VOIDED: '【Signet】“{task}”已由全部签署方签署协议作废。',
  TASK_VOID_FAILED: '【Signet】“{task}”的作废协议未签成，合同继续有效。',
  TASK_REMINDED: '【Signet】{initiator} 发起的“{task}”仍待您签署，截止时间 {until}。',
  TASK_URGED: '【Signet】{initiator} 提醒您签署“{task}”。',
  TASK_COMPLETED: '【Signet】“{task}”已全部签署完成。',
  TASK_REJECTED: '【Signet】{operator} 拒签了“{task}”，原因：{reason}',
  TASK_REVOKED: '【Signet】{operator} 撤回了“{task}”，原因：{reason}',
  TASK_EXPIRED: '【Signet】“{task}”已过签署截止时间。',
  TASK_COPY: '【Signet】{initiator} 将“{task}”抄送给您。',
  SIGNING_LINK_WAITS: '【Signet】有人通过签署链接“{task}”提交了信息，等待您确认。',
  SIGNING_LINK_DECLINED:
    '【Signet】{initiator} 未接受您通过链接提交的“{task}”，不会签署合同。如有疑问，请联系发起方。',
  BATCH_DONE: '【Signet】批量发起“{task}”已完成：成功 {sent} 份，失败 {failed} 份。',
  RESTORED: '【Signet】系统已用 {until} 的备份恢复。此后的操作可能丢失，请核对您的合同，必要时重新操作。',
  REALNAME_PASSED: '【Signet】您的实名认证已通过。',
  REALNAME_REJECTED: '【Signet】您的实名认证未通过，原因：{reason}',
  ENTERPRISE_PASSED: '【Signet】“{enterprise}”的企业认证已通过。',
  ENTERPRISE_REJECTED: '【Signet】“{enterprise}”的企业认证未通过，原因：{reason}',
  ENTERPRISE_SWITCHED_OFF: '【Signet】“{enterprise}”已被平台停用，原因：{reason}',
  ENTERPRISE_SWITCHED_ON: '【Signet】“{enterprise}”已恢复启用。',
  RECERTIFICATION_ASKED:
    '【Signet】平台要求“{enterprise}”重新认证，认证通过前不能切换到该企业，原因：{reason}',
  BUSINESS_EDITION_BEGUN: '【Signet】“{enterprise}”已开通企业版，可以使用模板角色和模板字段。',
  BUSINESS_EDITION_ENDED: '【Signet】“{enterprise}”已转为标准版，模板角色和模板字段会保留。原因：{reason}',
  SIMULATED_TRANSFER: '【模拟银行】户名“{name}”，账号尾号 {tail}，收到 {amount} 元，附言：企业认证。',
  JOIN_APPLIED: '【Signet】{name} 申请加入“{enterprise}”，请审核。',
  JOIN_PASSED: '【Signet】您加入“{enterprise}”的申请已通过，可切换到该企业。',
  JOIN_REJECTED: '【Signet】您加入“{enterprise}”的申请未通过，原因：{reason}',
  MEMBER_LEFT:
    '【Signet】{name} 已登记离职，但仍是“{enterprise}”的成员。请在“人员管理”中移除，以收回其角色和印章权限。',
  MEMBER_REMOVED: '【Signet】您已被移出“{enterprise}”，在该企业的角色和印章授权已全部解除。',
  ADMIN_APPLIED: '【Signet】{name} 申请成为“{enterprise}”的管理员，请审批。',
  ADMIN_APPROVED: '【Signet】您已成为“{enterprise}”的管理员。',
  ADMIN_REJECTED: '【Signet】您成为“{enterprise}”管理员的申请未通过，原因：{reason}',
  ADMIN_RECEIVED: '【Signet】{name} 已将“{enterprise}”的管理员转让给您。',
  ENTERPRISE_REVOKED: '【Signet】{name} 已撤销“{enterprise}”的企业认证，重新认证前不能切换到该企业。',
  AUTO_SIGN_FAILED: '【Signet】“{task}”未能自动签署，请登录查看原因并手动签署。',
  TASK_HANDED_OVER: '【Signet】“{task}”的经办人由 {from} 变更为 {to}。',
  TASK_CORRECTED: '【Signet】{operator} 更正了“{task}”的签署人：{from} → {to}。',
  TASK_COPY_CORRECTED: '【Signet】{operator} 更正了“{task}”的抄送人：{from} → {to}。',
  TASK_COPY_ENDED: '【Signet】{initiator} 更正了“{task}”的抄送人，合同不再抄送给您。',
  TASK_NOT_YOURS: '【Signet】{initiator} 更正了“{task}”的签署人，您无需再签署。',
  TASK_WAITS_FOR_ENTERPRISE:
    '【Signet】{initiator} 邀请“{enterprise}”签署“{task}”。该企业尚未在平台认证，请先完成企业认证，通过后即可签署。',
  TASK_NAME_DIFFERS:
    '【Signet】“{task}”中 {name} 的手机号属于另一姓名的账号，对方看不到该任务。请与对方核对姓名和手机号，有误请撤回后重新发起。',
  NUMBER_OF_OTHER_NAME:
    '【Signet】{initiator} 曾向您的手机号发送合同，但收件人姓名与您的实名不一致，未归入您的账号。如确为发给您，请联系对方更正后重新发起。',
  TASK_NOT_DELIVERED:
    '【Signet】发给 {name} 的“{task}”的消息未送达，请在任务详情中查看原因，更正签署人或再次发送。',
  TASK_OPERATOR_LEFT: '【Signet】“{task}”的签署人 {from} 已无法签署，如需继续请撤回后重新发起。',
  KEY_BOUND:
    '【Signet】您的账号已绑定 UKey“{label}”（{serial}），它可代您登录和签署。如非本人操作，请立即在账号中心解绑并修改密码。',
  MOBILE_REBOUND:
    '【Signet】经平台核验身份，您的账号已改绑尾号为 {tail} 的手机号，所有登录已结束。如非本人申请，请立即联系平台。',
  PASSKEY_ADDED:
    '【Signet】您的账号已添加通行密钥“{name}”，它可用于登录和签署时的确认。如非本人操作，请立即在账号中心移除并修改密码。',
  API_KEY_MADE:
    '【Signet】{name} 为“{enterprise}”创建了 API 密钥“{key}”，持有它的系统可以其名义操作。如有疑问，请立即撤销。',
  API_KEY_CHANGED: '【Signet】{name} 修改了“{enterprise}”的 API 密钥“{key}”的权限。如有疑问，请立即撤销。',
  API_KEY_ROTATED: '【Signet】{name} 更换了“{enterprise}”的 API 密钥“{key}”。如有疑问，请立即撤销。',
  API_KEY_TAKEN_OVER:
    '【Signet】{name} 从 {former} 接管了“{enterprise}”的 API 密钥“{key}”，此后它以 {name} 的名义操作。',
  SSO_CUSTOMER_OFF:
    '【Signet】平台已停用“{enterprise}”的单点登录系统“{customer}”，经其建立的会话均已结束。在这些会话中所做的操作仍然有效：请核对成员权限、印章授权、审批流程、模板与合同，如有疑问请立即更正。',
  WEBHOOK_SET:
    '【Signet】{name} 设置了“{enterprise}”的 Webhook {address} 或其密钥，它会收到企业合同的事件。如有疑问，请立即停用。',
  ADMIN_REPLACED: '【Signet】经 {name} 确认，“{enterprise}”的管理员现为 {member}。如有疑问，请立即联系平台。',
  BUSINESS_ADMIN_APPOINTED:
    '【Signet】{name} 将 {member} 设为“{enterprise}”的业务管理员。如有疑问，请立即核对成员权限。',
  SEAL_KEY_BOUND:
    '【Signet】{name} 已允许 UKey {serial} 使用“{enterprise}”的印章“{seal}”。如有疑问，请立即在印章详情中移除。',
  COPIES_LOW: '【Signet】“{enterprise}”的签署份数只剩 {n} 份，请及时购买，以免无法发起。',
  CERTIFICATE_EXPIRING: '【Signet】印章“{seal}”的证书将于 {day} 到期，请及时更新。',
  TEMPLATE_MENTIONED: '【Signet】{name} 在模板“{template}”的批注中提到了您。',
  NEWCOMER_INVITED:
    '【Signet】“{enterprise}”邀请您填写入职资料，请在 {until} 前打开：{link} 链接仅限您本人使用，请勿转发。',
  NEWCOMER_REMINDED: '【Signet】“{enterprise}”提醒您完成入职资料：{link}',
  NEWCOMER_RETURNED: '【Signet】“{enterprise}”退回了您的入职资料，请修改后重新提交：{link}',
  NEWCOMER_COMPLETED: '【Signet】“{enterprise}”已完成您的入职登记，您可申请加入企业：{link}',
  NEWCOMER_CANCELLED: '【Signet】“{enterprise}”已终止您的入职登记，填写的草稿已删除。',
  NEWCOMER_HANDED_IN: '【Signet】{name} 已提交入职资料，请审核。',
  TASK_FROZEN: '【Signet】“{task}”因签署方无法盖章已暂停，原因见任务详情，处理后可继续签署。',
  TASK_THAWED: '【Signet】“{task}”已恢复，可继续签署。',
  TASK_HELD: '【Signet】“{task}”的参与企业已被平台停用，任务已冻结，企业恢复启用后可继续签署。',
  TASK_HELD_REVOKED: '【Signet】“{task}”的参与企业已撤销企业认证，任务已冻结，企业重新认证后可继续签署。',
  TASK_HELD_RECERTIFYING: '【Signet】“{task}”的参与企业需要重新认证，任务已冻结，认证完成后可继续签署。',
  ORDER_PAID: '【Signet】订单 {order}（{name}）已支付。',
  ORDER_REFUNDED: '【Signet】订单 {order}（{name}）的退款已完成，款项原路退回。',
  REFUND_REJECTED: '【Signet】订单 {order} 的退款申请未通过：{reason}。',
  INVOICE_ISSUED: '【Signet】订单 {order} 的发票 {number} 已开具，可在订单中下载。',
  INVOICE_MAIL:
    '您好，订单 {order} 的发票 {number}（{title}，{amount} 元）已开具。请登录 Signet，在订单 {order} 中下载 PDF 和 OFD 文件：{link}',
  INVOICE_MAIL_SUBJECT: '发票 {number} 已开具',
  APPROVAL_ASKED: '【Signet】{applicant} 提交的“{task}”需要您审批。',
  APPROVAL_LINK: '【Signet】{applicant} 提交的“{task}”需要您审批，请登录后查看：{link}',
  APPROVAL_LINK_URGED: '【Signet】{applicant} 提醒您审批“{task}”，请登录后查看：{link}',
  APPROVAL_LINK_LATE: '【Signet】“{task}”的审批已超过时限，请尽快登录处理：{link}',
  APPROVAL_COMMENTED: '【Signet】{operator} 在“{task}”上批注：{words}',
  APPROVAL_COPIED: '【Signet】{applicant} 提交的“{task}”正在审批，抄送给您。',
  APPROVAL_LATE: '【Signet】“{task}”的审批已超过时限，请尽快处理。',
  APPROVAL_STUCK: '【Signet】“{task}”的当前审批节点没有可以审批的人，请联系企业管理员。',
  APPROVAL_PASSED: '【Signet】“{task}”已审批通过，并已发起签署。',
  APPROVAL_REJECTED: '【Signet】{operator} 驳回了“{task}”：{words}。草稿已恢复，可修改后重新提交。',
  APPROVAL_RETURNED: '【Signet】{operator} 退回了“{task}”：{words}。草稿已恢复，可修改后重新提交。',
  APPROVAL_EXPIRED: '【Signet】“{task}”超过期限未审批，已结束。草稿已恢复，可重新提交。',
  APPROVAL_VOIDED: '【Signet】“{task}”的内容与提交审批时不一致，审批已作废。草稿已恢复，请重新提交。',
  APPROVAL_URGED: '【Signet】{applicant} 提醒您审批“{task}”。',
  EXTERNAL_ASKED: '【Signet】{applicant} 提交的业务“{task}”需要您审批。',
  SEAL_USE_ASKED: '【Signet】{applicant} 申请在“{task}”上用印，需要您审批。',
  SEAL_USE_PASSED: '【Signet】“{task}”的用印申请已通过。',
  SEAL_USE_REJECTED: '【Signet】{operator} 驳回了“{task}”的用印申请：{words}。可修改后重新申请。',
  SEAL_USE_EXPIRED: '【Signet】“{task}”的用印申请已失效：合同已结束、已由他人处理，或超过期限未审批。',
  SEAL_USE_VOIDED: '【Signet】“{task}”与申请用印时不一致，用印申请已作废，请重新申请。',
  TEMPLATE_REVIEW_ASKED: '【Signet】{applicant} 提交启用模板“{task}”，需要您审批。',
  TEMPLATE_REVIEW_PASSED: '【Signet】模板“{task}”已审批通过，并已启用。',
  TEMPLATE_REVIEW_REJECTED: '【Signet】{operator} 驳回了模板“{task}”：{words}。可修改后重新提交。',
  TEMPLATE_REVIEW_RETURNED: '【Signet】{operator} 退回了模板“{task}”：{words}。可修改后重新提交。',
  TEMPLATE_REVIEW_EXPIRED: '【Signet】模板“{task}”超过期限未审批，已结束，可重新提交。',
  TEMPLATE_REVIEW_VOIDED: '【Signet】模板“{task}”与提交审批时不一致，审批已作废，请重新提交。',
  SEAL_USE_TO_STAMP: '【Signet】{applicant} 在“{task}”上的用印申请已通过，请您盖章。',
  FINISHED_FILE_NOT_VALID:
    '【Signet】合同 {task} 已签完，但文件未通过验证，未标记为已长期保全。原因见平台审计日志，请尽快处理。',
} as const;
