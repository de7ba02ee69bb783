/** Short messages and notices. `{name}` stands for a parameter. */
export default {
  CODE_EMBED:
    '【Signet】您正在其他網站中開啟合約簽署頁面，驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_INVITATION: '【Signet】您正透過連結開啟合約，驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_SIGNING_LINK:
    '【Signet】您正透過簽署連結確認手機號碼，驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_LOGIN: '【Signet】登入驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_SIGN: '【Signet】簽署驗證碼 {code}，{minutes} 分鐘內有效，僅用於本次簽署，請勿告訴他人。',
  CODE_SIGN_PROOF:
    '【Signet】簽署合約的電子郵件驗證碼 {code}，{minutes} 分鐘內有效，僅用於本次簽署，請勿告訴他人。',
  CODE_REGISTER: '【Signet】註冊驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_FORGOT_PASSWORD:
    '【Signet】找回密碼驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。如非本人操作，請忽略。',
  CODE_UPDATE_MOBILE: '【Signet】更換手機號碼驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_PLATFORM_MOBILE:
    '【Signet】平台工作人員正為您的帳號綁定此手機號碼，驗證碼 {code}，{minutes} 分鐘內有效。僅在您本人申請時告知工作人員。',
  CODE_CHECK_MOBILE: '【Signet】身分確認驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_CANCEL_USER: '【Signet】註銷帳號驗證碼 {code}，{minutes} 分鐘內有效。如非本人操作，請立即修改密碼。',
  CODE_SIGN_PASSWORD: '【Signet】設定簽署密碼驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  CODE_MAKE_API_KEY:
    '【Signet】建立 API 金鑰驗證碼 {code}，{minutes} 分鐘內有效。持有該金鑰的系統可代表您的企業操作，請勿告訴他人。',
  CODE_FIRM_LOGIN:
    '【Signet】設定企業登入驗證碼 {code}，{minutes} 分鐘內有效。設定後，該身分提供方可讓成員登入您的企業，請勿告訴他人。',
  CODE_SSO_CUSTOMER:
    '【Signet】設定單一登入驗證碼 {code}，{minutes} 分鐘內有效。設定後，客戶系統可讓成員登入其企業，請勿告訴他人。',
  CODE_WEBHOOK:
    '【Signet】設定 Webhook 驗證碼 {code}，{minutes} 分鐘內有效。設定後，接收方會收到企業合約的事件，請勿告訴他人。',
  CODE_APPOINT:
    '【Signet】任命管理員驗證碼 {code}，{minutes} 分鐘內有效。管理員可管理整個企業，請勿告訴他人。',
  CODE_PASSKEY:
    '【Signet】管理通行密鑰驗證碼 {code}，{minutes} 分鐘內有效。通行密鑰可用於登入和確認簽署，請勿告訴他人。',
  CODE_BIND_KEY:
    '【Signet】綁定 UKey 驗證碼 {code}，{minutes} 分鐘內有效。綁定後該 UKey 可代您登入和簽署，請勿告訴他人。',
  MOBILE_UNKNOWN:
    '【Signet】有人用此手機號碼登入或找回密碼，但它還沒有註冊。如是您本人，請先註冊；如非本人操作，請忽略。',
  MOBILE_TAKEN: '【Signet】此手機號碼已有帳號，不能再次註冊或綁定，請直接登入。如非本人操作，請忽略。',
  MAIL_SUBJECT_APPROVAL: '需要您簽核',
  MAIL_SUBJECT_CODE: 'Signet 驗證碼',
  MAIL_CODE_FORGOT_PASSWORD:
    '您的找回密碼驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。如非本人操作，請忽略本郵件。',
  MAIL_CODE_UPDATE_MAIL: '您的綁定電子郵件驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  MAIL_CODE_CHECK_MAIL: '您的身分確認驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  MAIL_UNKNOWN:
    '有人用此電子郵件找回密碼，但沒有帳號綁定它。如是您本人，請改用手機號碼；如非本人操作，請忽略本郵件。',
  MAIL_TAKEN: '此電子郵件已綁定其他帳號，不能再次綁定。如非本人操作，請忽略本郵件。',
  TASK_TO_SIGN: '【Signet】{initiator} 邀請您簽署「{task}」。',
  TASK_PLACES_ADDED: '【Signet】{operator} 在「{task}」中新增了簽署位置，請重新檢視檔案後簽署。',
  TASK_EXTENDED: '【Signet】{operator} 將「{task}」的簽署截止時間延至 {until}。',
  TASK_DUE_SOON: '【Signet】「{task}」將於 {until} 截止簽署，請及時處理。',
  TASK_VOIDED: '【Signet】「{task}」已由全部簽署方簽署協議作廢。',
  TASK_VOID_FAILED: '【Signet】「{task}」的作廢協議未簽成，合約繼續有效。',
  TASK_REMINDED: '【Signet】{initiator} 發起的「{task}」仍待您簽署，截止時間 {until}。',
  TASK_URGED: '【Signet】{initiator} 提醒您簽署「{task}」。',
  TASK_COMPLETED: '【Signet】「{task}」已全部簽署完成。',
  TASK_REJECTED: '【Signet】{operator} 拒簽了「{task}」，原因：{reason}',
  TASK_REVOKED: '【Signet】{operator} 撤回了「{task}」，原因：{reason}',
  TASK_EXPIRED: '【Signet】「{task}」已過簽署截止時間。',
  TASK_COPY: '【Signet】{initiator} 將「{task}」副本抄送給您。',
  SIGNING_LINK_WAITS: '【Signet】有人透過簽署連結「{task}」提交了資料，等待您確認。',
  SIGNING_LINK_DECLINED:
    '【Signet】{initiator} 未接受您透過連結提交的「{task}」，不會簽署合約。如有疑問，請聯絡發起方。',
  BATCH_DONE: '【Signet】批次發起「{task}」已完成：成功 {sent} 份，失敗 {failed} 份。',
  RESTORED: '【Signet】系統已用 {until} 的備份還原。此後的操作可能遺失，請核對您的合約，必要時重新操作。',
  REALNAME_PASSED: '【Signet】您的實名認證已通過。',
  REALNAME_REJECTED: '【Signet】您的實名認證未通過，原因：{reason}',
  ENTERPRISE_PASSED: '【Signet】「{enterprise}」的企業認證已通過。',
  ENTERPRISE_REJECTED: '【Signet】「{enterprise}」的企業認證未通過，原因：{reason}',
  ENTERPRISE_SWITCHED_OFF: '【Signet】「{enterprise}」已被平台停用，原因：{reason}',
  ENTERPRISE_SWITCHED_ON: '【Signet】「{enterprise}」已恢復啟用。',
  RECERTIFICATION_ASKED:
    '【Signet】平台要求「{enterprise}」重新認證，認證通過前無法切換至該企業，原因：{reason}',
  BUSINESS_EDITION_BEGUN: '【Signet】「{enterprise}」已開通企業版，可以使用範本角色和範本欄位。',
  BUSINESS_EDITION_ENDED: '【Signet】「{enterprise}」已轉為標準版，範本角色和範本欄位會保留。原因：{reason}',
  SIMULATED_TRANSFER: '【模擬銀行】戶名「{name}」，帳號尾號 {tail}，收到 {amount} 元，附言：企業認證。',
  JOIN_APPLIED: '【Signet】{name} 申請加入「{enterprise}」，請審核。',
  JOIN_PASSED: '【Signet】您加入「{enterprise}」的申請已通過，可切換到該企業。',
  JOIN_REJECTED: '【Signet】您加入「{enterprise}」的申請未通過，原因：{reason}',
  MEMBER_LEFT:
    '【Signet】{name} 已登記離職，但仍是「{enterprise}」的成員。請在「人員管理」中移除，以收回其角色和印章權限。',
  MEMBER_REMOVED: '【Signet】您已被移出「{enterprise}」，在該企業的角色和印章授權已全部解除。',
  ADMIN_APPLIED: '【Signet】{name} 申請成為「{enterprise}」的管理員，請核准。',
  ADMIN_APPROVED: '【Signet】您已成為「{enterprise}」的管理員。',
  ADMIN_REJECTED: '【Signet】您成為「{enterprise}」管理員的申請未通過，原因：{reason}',
  ADMIN_RECEIVED: '【Signet】{name} 已將「{enterprise}」的管理員轉讓給您。',
  ENTERPRISE_REVOKED: '【Signet】{name} 已撤銷「{enterprise}」的企業認證，重新認證前不能切換到該企業。',
  AUTO_SIGN_FAILED: '【Signet】「{task}」未能自動簽署，請登入查看原因並手動簽署。',
  TASK_HANDED_OVER: '【Signet】「{task}」的經辦人由 {from} 變更為 {to}。',
  TASK_CORRECTED: '【Signet】{operator} 更正了「{task}」的簽署人：{from} → {to}。',
  TASK_COPY_CORRECTED: '【Signet】{operator} 更正了「{task}」的副本收件人：{from} → {to}。',
  TASK_COPY_ENDED: '【Signet】{initiator} 更正了「{task}」的副本收件人，合約不再抄送給您。',
  TASK_NOT_YOURS: '【Signet】{initiator} 更正了「{task}」的簽署人，您無需再簽署。',
  TASK_WAITS_FOR_ENTERPRISE:
    '【Signet】{initiator} 邀請「{enterprise}」簽署「{task}」。該企業尚未在平台認證，請先完成企業認證，通過後即可簽署。',
  TASK_NAME_DIFFERS:
    '【Signet】「{task}」中 {name} 的手機號屬於另一姓名的帳號，對方看不到該任務。請與對方核對姓名和手機號，有誤請撤回後重新發起。',
  NUMBER_OF_OTHER_NAME:
    '【Signet】{initiator} 曾向您的手機號發送合約，但收件人姓名與您的實名不一致，未歸入您的帳號。如確為發給您，請聯絡對方更正後重新發起。',
  TASK_NOT_DELIVERED:
    '【Signet】發給 {name} 的「{task}」的訊息未送達，請在任務詳情中查看原因，更正簽署人或再次發送。',
  TASK_OPERATOR_LEFT: '【Signet】「{task}」的簽署人 {from} 已無法簽署，如需繼續請撤回後重新發起。',
  KEY_BOUND:
    '【Signet】您的帳號已綁定 UKey「{label}」（{serial}），它可代您登入和簽署。如非本人操作，請立即在帳號中心解除綁定並修改密碼。',
  MOBILE_REBOUND:
    '【Signet】經平台核驗身分，您的帳號已改綁尾號為 {tail} 的手機號碼，所有登入已結束。如非本人申請，請立即聯絡平台。',
  PASSKEY_ADDED:
    '【Signet】您的帳號已新增通行密鑰「{name}」，它可用於登入和簽署時的確認。如非本人操作，請立即在帳號中心移除並修改密碼。',
  API_KEY_MADE:
    '【Signet】{name} 為「{enterprise}」建立了 API 金鑰「{key}」，持有它的系統可以其名義操作。如有疑問，請立即撤銷。',
  API_KEY_CHANGED:
    '【Signet】{name} 修改了「{enterprise}」的 API 金鑰「{key}」的權限。如有疑問，請立即撤銷。',
  API_KEY_ROTATED: '【Signet】{name} 更換了「{enterprise}」的 API 金鑰「{key}」。如有疑問，請立即撤銷。',
  API_KEY_TAKEN_OVER:
    '【Signet】{name} 從 {former} 接管了「{enterprise}」的 API 金鑰「{key}」，此後它以 {name} 的名義操作。',
  SSO_CUSTOMER_OFF:
    '【Signet】平台已停用「{enterprise}」的單一登入系統「{customer}」，經其建立的工作階段均已結束。在其中所做的操作仍然有效：請核對成員權限、印章授權、審批流程、範本與合約，如有疑問請立即更正。',
  WEBHOOK_SET:
    '【Signet】{name} 設定了「{enterprise}」的 Webhook {address} 或其金鑰，它會收到企業合約的事件。如有疑問，請立即停用。',
  ADMIN_REPLACED:
    '【Signet】經 {name} 確認，「{enterprise}」的管理員現為 {member}。如有疑問，請立即聯絡平台。',
  BUSINESS_ADMIN_APPOINTED:
    '【Signet】{name} 將 {member} 設為「{enterprise}」的業務管理員。如有疑問，請立即核對成員權限。',
  SEAL_KEY_BOUND:
    '【Signet】{name} 已允許 UKey {serial} 使用「{enterprise}」的印章「{seal}」。如有疑問，請立即在印章詳情中移除。',
  COPIES_LOW: '【Signet】「{enterprise}」的簽署份數只剩 {n} 份，請及時購買，以免無法發起。',
  CERTIFICATE_EXPIRING: '【Signet】印章「{seal}」的憑證將於 {day} 到期，請及時更新。',
  TEMPLATE_MENTIONED: '【Signet】{name} 在範本「{template}」的註解中提到了您。',
  NEWCOMER_INVITED:
    '【Signet】「{enterprise}」邀請您填寫到職資料，請在 {until} 前開啟：{link} 連結僅限您本人使用，請勿轉寄。',
  NEWCOMER_REMINDED: '【Signet】「{enterprise}」提醒您完成到職資料：{link}',
  NEWCOMER_RETURNED: '【Signet】「{enterprise}」退回了您的到職資料，請修改後重新提交：{link}',
  NEWCOMER_COMPLETED: '【Signet】「{enterprise}」已完成您的到職登記，您可申請加入企業：{link}',
  NEWCOMER_CANCELLED: '【Signet】「{enterprise}」已終止您的到職登記，填寫的草稿已刪除。',
  NEWCOMER_HANDED_IN: '【Signet】{name} 已提交到職資料，請審核。',
  TASK_FROZEN: '【Signet】「{task}」因簽署方無法蓋章已暫停，原因見任務詳情，處理後可繼續簽署。',
  TASK_THAWED: '【Signet】「{task}」已恢復，可繼續簽署。',
  TASK_HELD: '【Signet】「{task}」的參與企業已被平台停用，任務已凍結，企業恢復啟用後可繼續簽署。',
  TASK_HELD_REVOKED: '【Signet】「{task}」的參與企業已撤銷企業認證，任務已凍結，企業重新認證後可繼續簽署。',
  TASK_HELD_RECERTIFYING: '【Signet】「{task}」的參與企業需要重新認證，任務已凍結，認證完成後可繼續簽署。',
  ORDER_PAID: '【Signet】訂單 {order}（{name}）已支付。',
  ORDER_REFUNDED: '【Signet】訂單 {order}（{name}）的退款已完成，款項原路退回。',
  REFUND_REJECTED: '【Signet】訂單 {order} 的退款申請未通過：{reason}。',
  INVOICE_ISSUED: '【Signet】訂單 {order} 的發票 {number} 已開立，可在訂單中下載。',
  INVOICE_MAIL:
    '您好，訂單 {order} 的發票 {number}（{title}，{amount} 元）已開立。請登入 Signet，在訂單 {order} 中下載 PDF 和 OFD 檔案：{link}',
  INVOICE_MAIL_SUBJECT: '發票 {number} 已開立',
  APPROVAL_ASKED: '【Signet】{applicant} 提交的「{task}」需要您簽核。',
  APPROVAL_LINK: '【Signet】{applicant} 提交的「{task}」需要您簽核，請登入後查看：{link}',
  APPROVAL_LINK_URGED: '【Signet】{applicant} 提醒您簽核「{task}」，請登入後查看：{link}',
  APPROVAL_LINK_LATE: '【Signet】「{task}」的簽核已超過時限，請盡快登入處理：{link}',
  APPROVAL_COMMENTED: '【Signet】{operator} 在「{task}」上註解：{words}',
  APPROVAL_COPIED: '【Signet】{applicant} 提交的「{task}」正在簽核，副本給您。',
  APPROVAL_LATE: '【Signet】「{task}」的簽核已超過時限，請儘快處理。',
  APPROVAL_STUCK: '【Signet】「{task}」的目前簽核節點沒有可以簽核的人，請聯絡企業管理員。',
  APPROVAL_PASSED: '【Signet】「{task}」已簽核通過，並已發起簽署。',
  APPROVAL_REJECTED: '【Signet】{operator} 駁回了「{task}」：{words}。草稿已恢復，可修改後重新提交。',
  APPROVAL_RETURNED: '【Signet】{operator} 退回了「{task}」：{words}。草稿已恢復，可修改後重新提交。',
  APPROVAL_EXPIRED: '【Signet】「{task}」超過期限未簽核，已結束。草稿已恢復，可重新提交。',
  APPROVAL_VOIDED: '【Signet】「{task}」的內容與提交簽核時不一致，簽核已作廢。草稿已恢復，請重新提交。',
  APPROVAL_URGED: '【Signet】{applicant} 提醒您簽核「{task}」。',
  EXTERNAL_ASKED: '【Signet】{applicant} 提交的業務「{task}」需要您簽核。',
  SEAL_USE_ASKED: '【Signet】{applicant} 申請在「{task}」上用印，需要您簽核。',
  SEAL_USE_PASSED: '【Signet】「{task}」的用印申請已通過。',
  SEAL_USE_REJECTED: '【Signet】{operator} 駁回了「{task}」的用印申請：{words}。可修改後重新申請。',
  SEAL_USE_EXPIRED: '【Signet】「{task}」的用印申請已失效：合約已結束、已由他人處理，或超過期限未簽核。',
  SEAL_USE_VOIDED: '【Signet】「{task}」與申請用印時不一致，用印申請已作廢，請重新申請。',
  TEMPLATE_REVIEW_ASKED: '【Signet】{applicant} 提交啟用範本「{task}」，需要您簽核。',
  TEMPLATE_REVIEW_PASSED: '【Signet】範本「{task}」已簽核通過，並已啟用。',
  TEMPLATE_REVIEW_REJECTED: '【Signet】{operator} 駁回了範本「{task}」：{words}。可修改後重新提交。',
  TEMPLATE_REVIEW_RETURNED: '【Signet】{operator} 退回了範本「{task}」：{words}。可修改後重新提交。',
  TEMPLATE_REVIEW_EXPIRED: '【Signet】範本「{task}」超過期限未簽核，已結束，可重新提交。',
  TEMPLATE_REVIEW_VOIDED: '【Signet】範本「{task}」與提交簽核時不一致，簽核已作廢，請重新提交。',
  SEAL_USE_TO_STAMP: '【Signet】{applicant} 在「{task}」上的用印申請已通過，請您蓋章。',
  FINISHED_FILE_NOT_VALID:
    '【Signet】合約 {task} 已簽完，但檔案未通過驗證，未標記為已長期保全。原因見平台稽核紀錄，請儘快處理。',
} as const;
