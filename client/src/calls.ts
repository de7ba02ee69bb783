/**
 * The calls that an API key may make, with the types of what they take and answer. Printed from the definitions of the
 * product: npm run client.
 */
import type { Bytes, Call, File } from './client.ts';

export type Output = { batchId: string; taskName: string; creator: string; createTime: number; endTime: number | null; total: number; sent: number; failed: number; stopped: number };

export type Plan = { draftId: string; taskName: string; businessType: string; businessTypeName?: string; scenario?: "ENT" | "HR"; processId?: string; examineProcessId?: string; contractAmount?: number; startTime?: number; endTime?: number; taskFileType?: "PDF" | "OFD"; signFlow?: "SPECIFIED" | "FREE"; orderState?: "DISORDER" | "ORDER"; codeStatus?: "ENABLE" | "DISABLE"; watermarkState?: "ENABLE" | "DISABLE"; footerCode?: { side: "LEFT" | "CENTER" | "RIGHT"; size: number }; reminders?: { afterDays: number; everyDays: number; times: number; quietFrom?: number; quietTo?: number }; watermark?: Txt; planSendDocumentVOList: PlanSendDocumentVOList[]; attachmentInfoList?: ({ attachmentId: string; fileName: string; fileKey: string; fileType: "PDF" | "OFD" | "PNG" | "JPEG" })[]; planSendSignatoryOrderVOList: PlanSendSignatoryOrderVOList[]; ccList?: CcList[]; placementList: PlacementList[] };

export type Txt = { type?: "txt"; text: string; fontSize?: number; opacity?: number; verticalSpace?: number; tabCount?: number; ratation?: number };

export type PlanSendDocumentVOList = { documentId: string; fileName: string; fileKey: string; formFields?: "FLATTEN" | "KEEP" | "FILL"; formFiller?: string; template?: Template };

export type Template = { versionId: string; values: { fields: Record<string, string>; rows?: Record<string, Record<string, string>[]>; options?: Record<string, boolean> }; title: string; language: "zh-CN" | "zh-TW" | "en-US"; madeAt: number };

export type PlanSendSignatoryOrderVOList = { signatoryId: string; signatoryType: "ENTERPRISE" | "PERSON"; entId?: string; entName?: string; userName: string; mobile: string; email?: string; accountId?: string; department?: string; idType?: "RESIDENT_ID" | "PASSPORT" | "OVERSEAS_CHINESE_PASSPORT" | "HOME_RETURN_PERMIT" | "HK_MACAO_RESIDENCE_PERMIT" | "FOREIGN_PERMANENT_RESIDENT" | "TAIWAN_PERMIT"; idNumber?: string; sealKind?: "ENTERPRISE" | "DEPARTMENT" | "GENERAL"; proofs?: ("ACCESS_CODE" | "SMS" | "MAIL" | "FACE" | "PASSWORD")[]; accessCode?: string; autoSealId?: string; signOrder: number };

export type CcList = { copyId: string; copyType: "ENTERPRISE" | "PERSON"; entId?: string; entName?: string; userName: string; mobile: string; email?: string };

export type PlacementList = { placementId: string; signatoryId: string; documentId: string; kind: "ENT_SEAL" | "PERSON_SEAL" | "HANDWRITTEN" | "SIGN_DATE" | "CROSS_PAGE" | "FIELD"; page: number; x: number; y: number; width: number; height: number; toPage?: number; rule?: "CONSECUTIVE" | "ALTERNATE"; keyword?: { text: string; order: "FIRST" | "ALL" | "LAST"; place: "OVERLAP" | "RIGHT" | "BELOW"; offsetX?: number; offsetY?: number }; fills?: { field: string; row?: number; nth: number; part: number } };

export type Trail = { taskId: string; seq: number; at: number; event: "INITIATED" | "STARTED" | "VIEWED" | "SIGNED" | "REVOKED" | "EXPIRED" | "COMPLETED" | "PRESERVED" | "FROZEN" | "THAWED" | "REFUSED" | "URGED" | "SENT_FOR_REVIEW" | "REVIEW_PASSED" | "REVIEW_FAILED" | "REVIEWED" | "DOWNLOADED" | "HANDED_OVER" | "CORRECTED" | "COPY_CORRECTED" | "EXTENDED" | "PLACES_ADDED" | "SENT" | "REMINDED" | "SIGNERS_REMINDED" | "VOID_BEGUN" | "VOIDED" | "VOID_FAILED" | "AUTO_SIGN_FAILED" | "CLAIMED" | "UNCLAIMED"; operator: string; agent: string; remark: string; evidence: Record<string, string>; previousHash: string; hash: string };

export type Paragraph = { type: "paragraph"; attrs?: Attrs; content?: Paragraph2[] };

export type Attrs = { align?: "left" | "centre" | "right" | "justify" | null; size?: number | null; leading?: number | null; indent?: number | null; firstIndent?: number | null };

export type Paragraph2 = Text | Field | { type: "seal"; attrs: { anchor: string } } | { type: "reference"; attrs: { clause: string } } | { type: "hardBreak" };

export type Text = { type: "text"; text: string; marks?: Marks[] };

export type Marks = { type: "bold" } | { type: "underline" } | { type: "strike" } | { type: "textStyle"; attrs: { size?: number | null; colour?: string | null } } | { type: "comment"; attrs: { thread: string } };

export type Field = { type: "field"; attrs: { field: string }; marks?: Marks[] };

export type Heading = { type: "heading"; attrs: Attrs2; content?: Paragraph2[] };

export type Attrs2 = { align?: "left" | "centre" | "right" | "justify" | null; size?: number | null; leading?: number | null; indent?: number | null; firstIndent?: number | null; level: 1 | 2 | 3 | 4 };

export type Clause = { type: "clause"; attrs: Attrs3; content?: Paragraph2[] };

export type Attrs3 = { align?: "left" | "centre" | "right" | "justify" | null; size?: number | null; leading?: number | null; indent?: number | null; firstIndent?: number | null; id: string; level: number };

export type Item = { type: "item"; attrs: { level: number; ordered: boolean }; content?: Paragraph2[] };

export type Picture = { type: "picture"; attrs: { file: string; width: number; height: number; alt: string; align?: "left" | "centre" | "right" | null } };

export type Table = { type: "table"; attrs: { widths?: number[]; headerRows?: number; border?: boolean }; content: TableRow[] };

export type TableRow = { type: "tableRow"; attrs?: { repeat?: string | null }; content?: TableRow2[] };

export type TableRow2 = { type: "tableCell" | "tableHeader"; attrs?: { colspan?: number; rowspan?: number; middle?: boolean }; content: TableRow3[] };

export type TableRow3 = Paragraph | Item | Picture;

export type Group = { type: "group"; content: Group2[] };

export type Group2 = Paragraph | Heading | Clause | Item | Picture | Table;

export type Fields = { key: string; partId?: string; name: string; types: ("TEXT" | "NUMBER" | "AMOUNT" | "DATE" | "PHONE" | "EMAIL" | "ID_NUMBER")[]; length: number; input?: "LINE" | "LINES" | "CHOICE" | "TICK" | "PICTURE"; format?: "PLAIN" | "GROUPED" | "CHINESE_CAPITALS" | "DATE_LONG" | "DATE_ISO"; choices?: string[]; required?: boolean; preset?: string; filledBy?: "SENDER" | string; position: number };

export type Signers = { key: string; partId?: string; name: string; type: "ENTERPRISE" | "PERSON"; order?: number; position: number };

export type Anchors = { key: string; signer: string; kind: "ENT_SEAL" | "PERSON_SEAL" | "HANDWRITTEN" | "SIGN_DATE" | "CROSS_PAGE"; at: At; width: number; height: number; offsetX?: number; offsetY?: number; position: number };

export type At = { by: "MARK" } | { by: "KEYWORD"; keyword: { text: string; order: "FIRST" | "ALL" | "LAST"; place: "OVERLAP" | "RIGHT" | "BELOW" } } | { by: "PAGE"; page: number; x: number; y: number; toPage?: number; rule?: "CONSECUTIVE" | "ALTERNATE" };

export type WORD = { kind: "WORD"; docx: string; rowFields?: Record<string, string[]>; fields: Fields[]; rows?: ({ key: string; name: string; least?: number; most?: number; position: number })[]; options?: ({ key: string; name: string; kept?: boolean; position: number })[]; signers: Signers[]; anchors: Anchors[] };

export type Version = { versionId: string; number: number; hash: string; engine: string; createUserName: string; createTime: number };

export type Paragraph3 = { type: "paragraph"; attrs?: Attrs4; content?: Paragraph4[] };

export type Attrs4 = { align: "left" | "centre" | "right" | "justify" | null; size: number | null; leading: number | null; indent: number | null; firstIndent: number | null };

export type Paragraph4 = Text2 | Field2 | { type: "seal"; attrs: { anchor: string } } | { type: "reference"; attrs: { clause: string } } | { type: "hardBreak" };

export type Text2 = { type: "text"; text: string; marks?: Marks2[] };

export type Marks2 = { type: "bold" } | { type: "underline" } | { type: "strike" } | TextStyle | { type: "comment"; attrs: { thread: string } };

export type TextStyle = { type: "textStyle"; attrs: { size: number | null; colour: string | null } };

export type Field2 = { type: "field"; attrs: { field: string }; marks?: Marks2[] };

export type Heading2 = { type: "heading"; attrs: Attrs5; content?: Paragraph4[] };

export type Attrs5 = { align: "left" | "centre" | "right" | "justify" | null; size: number | null; leading: number | null; indent: number | null; firstIndent: number | null; level: 1 | 2 | 3 | 4 };

export type Clause2 = { type: "clause"; attrs: Attrs6; content?: Paragraph4[] };

export type Attrs6 = { align: "left" | "centre" | "right" | "justify" | null; size: number | null; leading: number | null; indent: number | null; firstIndent: number | null; id: string; level: number };

export type Item2 = { type: "item"; attrs: { level: number; ordered: boolean }; content?: Paragraph4[] };

export type Picture2 = { type: "picture"; attrs: { file: string; width: number; height: number; alt: string; align: "left" | "centre" | "right" | null } };

export type Table2 = { type: "table"; attrs: { widths: number[]; headerRows: number; border: boolean }; content: TableRow4[] };

export type TableRow4 = { type: "tableRow"; attrs?: { repeat: string | null }; content?: TableRow5[] };

export type TableRow5 = { type: "tableCell" | "tableHeader"; attrs?: { colspan: number; rowspan: number; middle: boolean }; content: TableRow6[] };

export type TableRow6 = Paragraph3 | Item2 | Picture2;

export type Group3 = { type: "group"; content: Group4[] };

export type Group4 = Paragraph3 | Heading2 | Clause2 | Item2 | Picture2 | Table2;

export type Fields2 = { key: string; partId?: string; name: string; types: ("TEXT" | "NUMBER" | "AMOUNT" | "DATE" | "PHONE" | "EMAIL" | "ID_NUMBER")[]; length: number; input: "LINE" | "LINES" | "CHOICE" | "TICK" | "PICTURE"; format: "PLAIN" | "GROUPED" | "CHINESE_CAPITALS" | "DATE_LONG" | "DATE_ISO"; choices: string[]; required: boolean; preset: string; filledBy: "SENDER" | string; position: number };

export type Rows = { key: string; name: string; least: number; most: number; position: number };

export type Signers2 = { key: string; partId?: string; name: string; type: "ENTERPRISE" | "PERSON"; order: number; position: number };

export type Anchors2 = { key: string; signer: string; kind: "ENT_SEAL" | "PERSON_SEAL" | "HANDWRITTEN" | "SIGN_DATE" | "CROSS_PAGE"; at: At2; width: number; height: number; offsetX: number; offsetY: number; position: number };

export type At2 = { by: "MARK" } | At3 | At4;

export type At3 = { by: "KEYWORD"; keyword: { text: string; order: "FIRST" | "ALL" | "LAST"; place: "OVERLAP" | "RIGHT" | "BELOW" } };

export type At4 = { by: "PAGE"; page: number; x: number; y: number; toPage?: number; rule?: "CONSECUTIVE" | "ALTERNATE" };

export type Input = { id: string; fieldName: string; fieldLength: number; fieldType: string; ownerType?: "INSIDE" | "OUTSIDE"; isFront?: 1; updateTime?: number };

/** List the contacts of the enterprise in the order of their ids; numbers of identity documents are left out. Scope: read. */
export const listContacts: Call<{ after?: string; size?: number; name?: string; groupName?: string }, { records: ({ contactId: string; type: "ENTERPRISE" | "PERSON" | "DEPARTMENT"; name: string; entName: string; person: string; phone: string; email: string; note: string; groups: string[] })[]; total: number }> = {"method":"GET","path":"/cb/assemble/contact/page","body":"query","after":"contactId"};

/** Remove contacts of the enterprise: all of them or, if one is not there, none. Scope: send. */
export const removeContacts: Call<{ contactIds: string[] }, { removed: number }> = {"method":"POST","path":"/cb/assemble/contact/remove","body":"json","once":true};

/** Add contacts of the enterprise, or change those with a contactId; all of them or, if one breaks a rule, none. Scope: send. */
export const saveContacts: Call<{ contacts: ({ contactId?: string; type?: "ENTERPRISE" | "PERSON" | "DEPARTMENT"; name?: string; entName?: string; person?: string; phone?: string; email?: string; idType?: "RESIDENT_ID" | "PASSPORT" | "OVERSEAS_CHINESE_PASSPORT" | "HOME_RETURN_PERMIT" | "HK_MACAO_RESIDENCE_PERMIT" | "FOREIGN_PERMANENT_RESIDENT" | "TAIWAN_PERMIT" | ""; idNumber?: string; note?: string; groups?: string[] })[] }, { contactIds: string[] }> = {"method":"POST","path":"/cb/assemble/contact/save","body":"json","once":true};

/** Get the progress of a batch. Scope: send. */
export const readBatch: Call<{ batchId: string }, Output> = {"method":"GET","path":"/docmanager/assemble/batch/:batchId","body":"query"};

/** Send the failed and stopped rows of a batch again. Scope: send. */
export const retryBatch: Call<{ batchId: string }, { rows: number }> = {"method":"POST","path":"/docmanager/assemble/batch/:batchId/retry","body":"json"};

/** List the rows of a batch in order, with the result of each. Scope: send. */
export const listBatchRows: Call<{ current?: number; size?: number; after?: string; batchId: string; state?: "WAITING" | "SENT" | "FAILED" | "STOPPED" }, { records: ({ rowKey: string; number: number; parties: string; state: "WAITING" | "SENT" | "FAILED" | "STOPPED"; reason: string; planId: string | ""; planNumber: string })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/docmanager/assemble/batch/:batchId/rows","body":"query","after":"rowKey"};

/** Stop a batch: its waiting rows are not sent. Scope: send. */
export const stopBatch: Call<{ batchId: string }, { rows: number }> = {"method":"POST","path":"/docmanager/assemble/batch/:batchId/stop","body":"json"};

/** List the batches of the enterprise, newest first. Scope: send. */
export const listBatches: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; after?: string; taskName?: string }, { records: Output[]; total: number; current: number; size: number }> = {"method":"GET","path":"/docmanager/assemble/batch/page","body":"query","after":"batchId"};

/** Send one plan to many recipients: every row becomes a task of its own, created one after the other. Scope: send. */
export const sendBatch: Call<{ plan: Plan; varying: string[]; casts?: Record<string, Record<string, string>>; registeredOnly?: boolean; documentsRequired?: boolean; rows: ({ rowKey: string; cells: Record<string, string>; kept?: boolean })[] }, { batchId: string }> = {"method":"POST","path":"/docmanager/assemble/batch/send","body":"json","once":true};

/** Withdraw a running approval of another system’s business, or make void one that was approved. Scope: send. */
export const cancelAuth: Call<{ approvalId: string; evenApproved?: boolean }, { state: "REVIEWING" | "APPROVED" | "REJECTED" | "RETURNED" | "WITHDRAWN" | "EXPIRED" | "VOIDED" }> = {"method":"POST","path":"/docmanager/assemble/document/otherbusiness/cancelAuth","body":"json","once":true};

/** How the approval of another system’s business stands: who decided what, when and with which words. Scope: read. */
export const getAuthResult: Call<{ approvalId: string }, { approvalId: string; businessId: string; state: "REVIEWING" | "APPROVED" | "REJECTED" | "RETURNED" | "WITHDRAWN" | "EXPIRED" | "VOIDED"; digest: string; createTime: number; endTime: number; steps: ({ name: string; mode: "JOINT" | "SINGLE"; state: "NOT_STARTED" | "IN_PROGRESS" | "REVIEWED"; approvers: ({ name: string; roles: ("ENT_ADMIN" | "BUSINESS_ADMIN" | "SEAL_ADMIN" | "SEAL_OPERATOR" | "SIGN_OPERATOR" | "APPROVER" | "HR" | "EMPLOYEE" | "LEGAL_REPRESENTATIVE" | "AUTHORIZER")[]; decision: "PASS" | "REJECT" | "RETURN" | null; time: number | null; words: string })[] })[]; trail: Trail[] }> = {"method":"GET","path":"/docmanager/assemble/document/otherbusiness/getAuthResult","body":"query"};

/** Request approval of another system’s business; the response has a one-time address for its approver. Scope: send. */
export const getAuthUrl: Call<{ businessId: string; businessName: string; businessType?: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER" | ""; amount?: number; details?: ({ name: string; value: string })[]; documents?: ({ fileName: string; sha256: string })[]; processId?: string | ""; approvers?: string[]; mode?: "JOINT" | "SINGLE"; endTime?: number; newLink?: boolean }, { approvalId: string; state: "REVIEWING" | "APPROVED" | "REJECTED" | "RETURNED" | "WITHDRAWN" | "EXPIRED" | "VOIDED"; authUrl: string; endTime: number }> = {"method":"POST","path":"/docmanager/assemble/document/otherbusiness/getAuthUrl","body":"json"};

/** Upload a file under its SHA-256; fails if it is empty, too large, broken, encrypted or of another type. Scope: send. */
export const uploadTaskFile: Call<{ fileKey: string; fileType?: "PDF" | "OFD" | "DOCX" | "PNG" | "JPEG" } & { body: Bytes }, { fileKey: string; size: number; pages: ({ widthMm: number; heightMm: number })[]; signatures: ({ name: string; signer: string | null; verdict: "valid" | "invalid" | "indeterminate" })[]; formFields: ({ name: string; value: string })[] }> = {"method":"PUT","path":"/docmanager/assemble/file/:fileKey","body":"bytes"};

/** List which of these files the owner has uploaded. Scope: send. */
export const findFiles: Call<{ fileKeys: string[] }, { found: string[] }> = {"method":"POST","path":"/docmanager/assemble/file/find","body":"json"};

/** Download an attachment of a task for viewing. Scope: read. */
export const viewAttachment: Call<{ planId: string; fileIndex: number }, File> = {"method":"GET","path":"/docmanager/assemble/plan/attachment/:planId/:fileIndex","body":"query","file":true};

/** Get a recipient of a copy as the sender named them, to correct them. Scope: send. */
export const getCopy: Call<{ planId: string; copyId: string }, { edition: string; type: "ENTERPRISE" | "PERSON"; entName: string; userName: string; mobile: string; email: string }> = {"method":"GET","path":"/docmanager/assemble/plan/copy","body":"query"};

/** Correct who gets a copy of a task that is not over: number, name, address, or another person or enterprise. Scope: send. */
export const correctCopy: Call<{ planId: string; copyId: string; edition: string; entName?: string; userName?: string; mobile?: string; email?: string; reason: string }, null> = {"method":"POST","path":"/docmanager/assemble/plan/correctCopy","body":"json","once":true};

/** Correct a signer who has not signed yet: number, name, address, or another person or enterprise in their place. Scope: send. */
export const correctSigner: Call<{ planId: string; signerId: string; edition: string; entName?: string; userName?: string; mobile?: string; department?: string; email?: string; idNumber?: string; reason: string }, null> = {"method":"POST","path":"/docmanager/assemble/plan/correctSigner","body":"json","once":true};

/** See for each party of a task which messages were sent, delivered, failed and opened. Scope: read. */
export const getDelivery: Call<{ planId: string }, { parties: ({ partyId: string; openedAt: number | null; silenced: boolean; remindAt: number | null; messages: ({ messageId: string; channel: "sms" | "mail"; subject: "SIGN" | "URGE" | "REMIND" | "DUE" | "COPY" | "CHANGE" | "END" | "OTHER"; state: "SENDING" | "SENT" | "DELIVERED" | "FAILED"; reason: "NUMBER_INVALID" | "UNREACHABLE" | "BLOCKED" | "CONTENT_REFUSED" | "MAILBOX_FULL" | "GATEWAY" | "OTHER" | ""; former: boolean; askedAt: number; sentAt: number | null; settledAt: number | null })[] })[] }> = {"method":"GET","path":"/docmanager/assemble/plan/delivery/:planId","body":"query"};

/** Get a task with its documents, signers and placements. Scope: read. */
export const getTask: Call<{ planId: string }, { planId: string; number: string; taskName: string; businessType: string; businessTypeName: string; initiator: string; startTime: number; endTime: number; status: "REVIEWING" | "NOT_STARTED" | "IN_PROGRESS" | "FROZEN" | "ENDED" | "REVOKED"; endReason: "COMPLETED" | "REJECTED" | "EXPIRED" | "WITHDRAWN" | "REVIEW_FAILED" | null; label: "REVIEWING" | "NOT_STARTED" | "WAITING_FOR_ME" | "WAITING_FOR_OTHERS" | "FROZEN" | "SUSPENDED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "WITHDRAWN" | "REVIEW_FAILED"; frozenReason: "ENTERPRISE_DISABLED" | "ENTERPRISE_RECERTIFYING" | "ENTERPRISE_REVOKED" | "SEAL_MISSING" | "SEAL_UNAUTHORIZED" | "AGENT_MISSING" | "CERTIFICATE_MISSING" | null; signed: number; signers: number; fileNum: number; scenario: "ENT" | "HR"; voidState: "" | "VOIDING" | "VOIDED"; endedTime: number | null; reason: string; waitsFor: string; actions: ("sign" | "reject" | "preview" | "download" | "trail" | "urge" | "revoke" | "again" | "extend" | "handOver" | "correct" | "addPlaces" | "send" | "void")[]; taskFileType: "PDF" | "OFD"; signFlow: "SPECIFIED" | "FREE"; orderState: "DISORDER" | "ORDER"; revokeReason: string; rejectReason: string; latestSavingTime: number; watermark: { type: "txt"; text: string; fontSize: number; opacity: number; verticalSpace: number; tabCount: number; ratation: number } | null; codeStatus: "ENABLE" | "DISABLE"; approvalFlows: string[]; reminders: { afterDays: number; everyDays: number; times: number; quietFrom: number; quietTo: number } | null; voidedBy: { planId: string; taskName: string; number: string } | null; voids: { planId: string; taskName: string; number: string } | null; documents: ({ documentId: string; number: string; fileName: string; fileIndex: number; size: number; revision: number; sha256: string; pages: ({ widthMm: number; heightMm: number })[]; template: { versionId: string; templateName: string; number: number } | null })[]; attachments: ({ attachmentId: string; fileName: string; fileIndex: number; fileType: "PDF" | "OFD" | "PNG" | "JPEG"; size: number; sha256: string; pages: ({ widthMm: number; heightMm: number })[] })[]; signerList: ({ signerId: string; signatoryType: "ENTERPRISE" | "PERSON"; entName: string; creditCode: string; userName: string; mobile: string; department: string; email: string; idType: "RESIDENT_ID" | "PASSPORT" | "OVERSEAS_CHINESE_PASSPORT" | "HOME_RETURN_PERMIT" | "HK_MACAO_RESIDENCE_PERMIT" | "FOREIGN_PERMANENT_RESIDENT" | "TAIWAN_PERMIT" | ""; idNumber: string; sealKind: "ENTERPRISE" | "DEPARTMENT" | "GENERAL" | ""; proofs: ("ACCESS_CODE" | "SMS" | "MAIL" | "FACE" | "PASSWORD")[]; registered: boolean; signOrder: number; status: "UNSIGNED" | "SIGNING" | "SIGNED" | "REJECTED"; signedAt: number | null; stampedBy: string; automatic: "" | "WAITING" | "FAILED" | "DONE"; automaticProblem: string; mine: boolean; silenced: boolean })[]; ccList: ({ userName: string; entName: string })[]; placements: ({ placementId: string; signerId: string; documentId: string; kind: "ENT_SEAL" | "PERSON_SEAL" | "HANDWRITTEN" | "SIGN_DATE" | "CROSS_PAGE" | "FIELD"; page: number; toPage: number; rule: "CONSECUTIVE" | "ALTERNATE"; x: number; y: number; width: number; height: number; fills: { field: string; row?: number; nth: number; part: number; name: string; types: ("TEXT" | "NUMBER" | "AMOUNT" | "DATE" | "PHONE" | "EMAIL" | "ID_NUMBER")[]; length: number; input: "LINE" | "LINES" | "CHOICE" | "TICK" | "PICTURE"; format: "PLAIN" | "GROUPED" | "CHINESE_CAPITALS" | "DATE_LONG" | "DATE_ISO"; choices: string[]; required: boolean; language: "zh-CN" | "zh-TW" | "en-US"; form?: { value: string } } | null })[] }> = {"method":"GET","path":"/docmanager/assemble/plan/detail/:planId","body":"query"};

/** Download the newest revision of a file of a task. Scope: read. */
export const downloadDocument: Call<{ planId: string; fileIndex: number; purpose?: "view" | "download" }, File> = {"method":"GET","path":"/docmanager/assemble/plan/download/:planId/:fileIndex","body":"query","file":true};

/** Download the evidence bundle of a finished task, which can be verified without the product. Scope: read. */
export const downloadEvidence: Call<{ planId: string; language?: "zh-CN" | "zh-TW" | "en-US" }, File> = {"method":"GET","path":"/docmanager/assemble/plan/evidence/:planId","body":"query","file":true};

/** Extend the deadline of a running task, up to the limit in force. Scope: send. */
export const extendTask: Call<{ planId: string; endTime: number }, null> = {"method":"POST","path":"/docmanager/assemble/plan/extend","body":"json","once":true};

/** Count tasks for the home page and the tabs. Scope: read. */
export const countTasks: Call<Record<string, never>, { todo: number; sent: number; draft: number; pendingOthers: number; finished: number; expiring: number; copies: number; balance: number | null; months: ({ month: string; sent: number; finished: number })[] }> = {"method":"GET","path":"/docmanager/assemble/plan/getCountFirstPage","body":"query"};

/** List tasks of the identity. Scope: read. */
export const listTasks: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; box: "startWithMe" | "pending" | "done" | "finished" | "sendWithMe" | "toVoid" | "expiring" | "all"; keyword?: string; contract?: string; scenario?: "ENT" | "HR"; signatory?: string; status?: "REVIEWING" | "NOT_STARTED" | "WAITING_FOR_ME" | "WAITING_FOR_OTHERS" | "FROZEN" | "SUSPENDED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "WITHDRAWN" | "REVIEW_FAILED"; initiateFrom?: number; initiateTo?: number; deadlineFrom?: number; deadlineTo?: number; endedFrom?: number; endedTo?: number; dataRange?: "RECENT" | "ALL"; batchId?: string; delivery?: "FAILED"; after?: string }, { records: ({ planId: string; number: string; taskName: string; businessType: string; businessTypeName: string; initiator: string; startTime: number; endTime: number; status: "REVIEWING" | "NOT_STARTED" | "IN_PROGRESS" | "FROZEN" | "ENDED" | "REVOKED"; endReason: "COMPLETED" | "REJECTED" | "EXPIRED" | "WITHDRAWN" | "REVIEW_FAILED" | null; label: "REVIEWING" | "NOT_STARTED" | "WAITING_FOR_ME" | "WAITING_FOR_OTHERS" | "FROZEN" | "SUSPENDED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "WITHDRAWN" | "REVIEW_FAILED"; frozenReason: "ENTERPRISE_DISABLED" | "ENTERPRISE_RECERTIFYING" | "ENTERPRISE_REVOKED" | "SEAL_MISSING" | "SEAL_UNAUTHORIZED" | "AGENT_MISSING" | "CERTIFICATE_MISSING" | null; signed: number; signers: number; fileNum: number; scenario: "ENT" | "HR"; voidState: "" | "VOIDING" | "VOIDED"; endedTime: number | null; reason: string; waitsFor: string; actions: ("sign" | "reject" | "preview" | "download" | "trail" | "urge" | "revoke" | "again" | "extend" | "handOver" | "correct" | "addPlaces" | "send" | "void")[] })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/docmanager/assemble/plan/page","body":"query","after":"planId"};

/** Add signing places to a sent task, before anybody has signed it. Scope: send. */
export const addPlaces: Call<{ planId: string; seen: ({ documentId: string; revision: number; sha256: string })[]; placements: ({ placementId: string; signerId: string; documentId: string; kind: "ENT_SEAL" | "PERSON_SEAL" | "HANDWRITTEN" | "SIGN_DATE" | "CROSS_PAGE"; page: number; x: number; y: number; width: number; height: number; toPage?: number; rule?: "CONSECUTIVE" | "ALTERNATE" })[] }, null> = {"method":"POST","path":"/docmanager/assemble/plan/prePlaced","body":"json","once":true};

/** Revoke a sent task ([4.1g]). Scope: send. */
export const revokeTask: Call<{ planId: string; reason: string }, null> = {"method":"POST","path":"/docmanager/assemble/plan/revoke","body":"json","once":true};

/** Send a signing task: validates the plan, reserves every field, and notifies the first signers. Scope: send. */
export const sendTask: Call<Plan, { planId: string; number: string; status: "REVIEWING" | "NOT_STARTED" | "IN_PROGRESS" | "FROZEN" | "ENDED" | "REVOKED" }> = {"method":"POST","path":"/docmanager/assemble/plan/send","body":"json","once":true};

/** Send a finished task of an HR scenario to others, who receive a copy. Scope: send. */
export const sendFinished: Call<{ planId: string; recipients: ({ type: "ENTERPRISE" | "PERSON"; entId?: string; entName?: string; userName: string; mobile: string; email?: string; accountId?: string })[] }, { sent: number }> = {"method":"POST","path":"/docmanager/assemble/plan/sendFinished","body":"json","once":true};

/** Fill in a template, make its file and send it to its signers: one task in one call, for programs. Scope: send. */
export const sendFromTemplate: Call<{ templateId: string; taskName?: string; taskFileType?: "PDF" | "OFD"; startTime?: number; endTime?: number; contractAmount?: number; fields?: Record<string, string>; rows?: Record<string, Record<string, string>[]>; options?: Record<string, boolean>; signers: ({ role: string; entId?: string; entName?: string; userName: string; mobile?: string; email?: string; department?: string; idType?: "RESIDENT_ID" | "PASSPORT" | "OVERSEAS_CHINESE_PASSPORT" | "HOME_RETURN_PERMIT" | "HK_MACAO_RESIDENCE_PERMIT" | "FOREIGN_PERMANENT_RESIDENT" | "TAIWAN_PERMIT"; idNumber?: string; sealKind?: "ENTERPRISE" | "DEPARTMENT" | "GENERAL"; proofs?: ("ACCESS_CODE" | "SMS" | "MAIL" | "FACE" | "PASSWORD")[]; accessCode?: string; autoSealId?: string })[]; copies?: ({ type: "ENTERPRISE" | "PERSON"; entId?: string; entName?: string; userName: string; mobile?: string; email?: string })[] }, { planId: string; number: string; status: "REVIEWING" | "NOT_STARTED" | "IN_PROGRESS" | "FROZEN" | "ENDED" | "REVOKED" }> = {"method":"POST","path":"/docmanager/assemble/plan/sendFromTemplate","body":"json","once":true};

/** Get a signer who has not signed yet as the sender named them, to correct them. Scope: send. */
export const getSigner: Call<{ planId: string; signerId: string }, { edition: string; type: "ENTERPRISE" | "PERSON"; entName: string; userName: string; mobile: string; mobileShown: string; department: string; email: string; idType: "RESIDENT_ID" | "PASSPORT" | "OVERSEAS_CHINESE_PASSPORT" | "HOME_RETURN_PERMIT" | "HK_MACAO_RESIDENCE_PERMIT" | "FOREIGN_PERMANENT_RESIDENT" | "TAIWAN_PERMIT" | "" }> = {"method":"GET","path":"/docmanager/assemble/plan/signer","body":"query"};

/** Get the trail of a task, with its hash chain for verification by the reader. Scope: read. */
export const getTrail: Call<{ planId: string }, { planId: string; taskName: string; entries: Trail[] }> = {"method":"GET","path":"/docmanager/assemble/plan/trail/:planId","body":"query"};

/** Remind the signers whose turn it is, or one of them. Scope: send. */
export const urgeTask: Call<{ planId: string; signerId?: string }, { urged: number }> = {"method":"POST","path":"/docmanager/assemble/plan/urge","body":"json","once":true};

/** Verify the signatures of the newest revision of a file of a task. Scope: read. */
export const verifyDocument: Call<{ planId: string; fileIndex: number }, { sha256: string; verdict: "valid" | "invalid" | "indeterminate" | "unsigned" | "error"; problems: string[]; signatures: ({ verdict: "valid" | "invalid" | "indeterminate"; signer: string | null; signingTime: string | null; level: string | null; problems: string[] })[] }> = {"method":"GET","path":"/docmanager/assemble/plan/verify/:planId/:fileIndex","body":"query"};

/** Seals with which the caller may let tasks be signed automatically. Scope: sign. */
export const listUsableAutoSigns: Call<Record<string, never>, ({ sealId: string; sealName: string; category: string; businessTypes: ("PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER")[] | null; until: number; left: number })[]> = {"method":"GET","path":"/docmanager/autosign/usable","body":"query"};

/** Make a one-time link that embeds the signing page of one signer into a page of an allowed origin. Scope: send. */
export const makeEmbedLink: Call<{ planId: string; signerId: string; origin: string; language?: "zh-CN" | "zh-TW" | "en-US"; theme?: { accent?: string; radius?: number; scheme?: "light" | "dark" } }, { linkId: string; url: string; expiresAt: number }> = {"method":"POST","path":"/docmanager/embed/link","body":"json"};

/** List the one-time links that the enterprise’s keys made, newest first; a day after its end a link is deleted. Scope: read. */
export const listEmbedLinks: Call<{ current?: number; size?: number; after?: string; kind?: "SIGN" | "SEND" | "TEMPLATE" }, { records: ({ linkId: string; kind: "SIGN" | "SEND" | "TEMPLATE"; subjectId: string; keyName: string; person: string; origin: string; state: "WAITING" | "USED" | "ENDED"; usedAt: number | null; expiresAt: number; createTime: number })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/docmanager/embed/links","body":"query","after":"linkId"};

/** Make a one-time link that embeds a prepared draft, for a member to complete and send. Scope: send. */
export const makeSendLink: Call<{ templateId: string; taskName?: string; fields?: Record<string, string>; rows?: Record<string, Record<string, string>[]>; options?: Record<string, boolean>; signers?: ({ role: string; entName?: string; userName?: string; mobile?: string })[]; mobile: string; origin: string; language?: "zh-CN" | "zh-TW" | "en-US"; theme?: { accent?: string; radius?: number; scheme?: "light" | "dark" } }, { linkId: string; url: string; expiresAt: number; draftId: string }> = {"method":"POST","path":"/docmanager/embed/sendLink","body":"json"};

/** Make a one-time link that embeds the editor of one web template, for a member who manages templates. Scope: manage. */
export const makeTemplateLink: Call<{ templateId: string; mobile: string; origin: string; language?: "zh-CN" | "zh-TW" | "en-US"; theme?: { accent?: string; radius?: number; scheme?: "light" | "dark" } }, { linkId: string; url: string; expiresAt: number }> = {"method":"POST","path":"/docmanager/embed/templateLink","body":"json"};

/** Get a template for editing: the enterprise’s access, the version in force and its problems. Scope: manage. */
export const readTemplate: Call<{ id: string }, { id: string; templateName: string; templateType: "WORD" | "WEB"; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; entName: string; access: "OWNER" | "EDITABLE" | "VIEWABLE"; status: "DRAFT" | "ENABLED" | "DISABLED"; updateTime: number; version: { versionId: string; number: number; hash: string; engine: string; createUserName: string; createTime: number } | null; running: number; review: { approvalId: string; state: "REVIEWING" | "APPROVED" | "REJECTED" | "RETURNED" | "WITHDRAWN" | "EXPIRED" | "VOIDED" } | null; lacking: ({ path: string; problem: string })[]; roles: ({ id: string; name: string; type: "ENTERPRISE" | "PERSON" })[]; fields: ({ id: string; name: string; length: number; types: ("TEXT" | "NUMBER" | "AMOUNT" | "DATE" | "PHONE" | "EMAIL" | "ID_NUMBER")[] })[]; files: string[] }> = {"method":"GET","path":"/template/detail","body":"query"};

/** Disable a template of the enterprise: no new contracts can be started from it, running ones continue. Scope: manage. */
export const disableTemplate: Call<{ id: string }, null> = {"method":"POST","path":"/template/disable","body":"json"};

/** Enable the last version of a template of the enterprise again, or submit it for approval if a flow requires it. Scope: manage. */
export const enableTemplate: Call<{ id: string }, { approvalId: string | "" }> = {"method":"POST","path":"/template/enable","body":"json"};

/** Download a docx or a picture of a template. Scope: send. */
export const downloadTemplateFile: Call<{ id: string; fileKey: string }, File> = {"method":"GET","path":"/template/file/:id/:fileKey","body":"query","file":true};

/** Upload a docx or a picture of a template under its SHA-256. Scope: manage. */
export const uploadTemplateFile: Call<{ id: string; fileKey: string; fileType: "DOCX" | "PNG" | "JPEG" } & { body: Bytes }, { fileKey: string; size: number }> = {"method":"PUT","path":"/template/file/:id/:fileKey","body":"bytes"};

/** List the organizations authorized for a template of the enterprise. Scope: manage. */
export const listGrants: Call<{ id: string }, ({ entId: string; level: "EDITABLE" | "VIEWABLE"; entName: string })[]> = {"method":"GET","path":"/template/grantList","body":"query"};

/** List the groups of templates that are sent together. Scope: manage. */
export const listGroups: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; after?: string; groupName?: string; businessType?: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER" }, { records: ({ id: string; groupName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; templates: ({ id: string; templateName: string; templateType: "WORD" | "WEB" | null; leftOut: "DISABLED" | "OTHER_BUSINESS" | "GONE" | null })[]; createUserName: string; createTime: number; updateTime: number })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/template/groupPage","body":"query","after":"id"};

/** Remove a group; its templates are kept. Scope: manage. */
export const removeGroup: Call<{ id: string }, null> = {"method":"POST","path":"/template/groupRemoveById","body":"json"};

/** Create an ordered group of templates of one business type; its name must be unique in the enterprise. Scope: manage. */
export const saveGroup: Call<{ groupName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; templateIds: string[] }, { id: string }> = {"method":"POST","path":"/template/groupSave","body":"json","once":true};

/** Rename a group, change its templates or their order. Scope: manage. */
export const updateGroup: Call<{ id: string; groupName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; templateIds: string[]; updateTime?: number }, null> = {"method":"POST","path":"/template/groupUpdateById","body":"json"};

/** Get the versions to use a group with; fails if none of its templates can be used. Scope: send. */
export const useGroup: Call<{ id: string }, { groupName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; versions: ({ id: string; versionId: string; templateType: "WORD" | "WEB" })[]; leftOut: ({ id: string; templateName: string; templateType: "WORD" | "WEB" | null; leftOut: "DISABLED" | "OTHER_BUSINESS" | "GONE" | null })[] }> = {"method":"GET","path":"/template/groupVersions","body":"query"};

/** Notify colleagues who are mentioned in a comment of a template. Scope: manage. */
export const tellMentioned: Call<{ id: string; message: string; accountIds: string[] }, { told: string[] }> = {"method":"POST","path":"/template/mention","body":"json"};

/** List the templates of the enterprise, and those that other organizations authorized it to use. Scope: manage. */
export const listTemplates: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; after?: string; templateName?: string; templateType?: "WORD" | "WEB"; businessType?: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; status?: "DRAFT" | "ENABLED" | "DISABLED" }, { records: ({ id: string; templateName: string; templateType: "WORD" | "WEB"; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; status: "DRAFT" | "ENABLED" | "DISABLED"; reviewing: boolean; number: number; entName: string; access: "OWNER" | "EDITABLE" | "VIEWABLE"; authorizedNum: number; createUserName: string; createTime: number; updateTime: number })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/template/page","body":"query","after":"id"};

/** Publish the draft of a template of the enterprise as its next version, or submit it for approval; fails if it has problems. Scope: manage. */
export const publishTemplate: Call<{ id: string; number: number; content: { kind: "WEB"; page: { size?: "A4" | "A4_LANDSCAPE" | "A3" | "A5" | "LETTER"; marginTop?: number; marginRight?: number; marginBottom?: number; marginLeft?: number; header?: string; footer?: string; numbering?: "DECIMAL" | "CHINESE" }; body: { type: "doc"; content: (Paragraph | Heading | Clause | Item | Picture | Table | Group | { type: "optional"; attrs: { option: string }; content: (Paragraph | Heading | Clause | Item | Picture | Table | Group | { type: "pageBreak" })[] } | { type: "pageBreak" })[] }; fields: Fields[]; rows?: ({ key: string; name: string; least?: number; most?: number; position: number })[]; options?: ({ key: string; name: string; kept?: boolean; position: number })[]; signers: Signers[]; anchors: Anchors[] } | WORD }, { versionId: string | ""; number: number; approvalId: string | "" }> = {"method":"POST","path":"/template/publish","body":"json"};

/** Remove a template of the enterprise, with its authorizations. Scope: manage. */
export const removeTemplate: Call<{ id: string }, null> = {"method":"POST","path":"/template/removeById","body":"json"};

/** Create a template as a draft; its name must be unique in the enterprise. Scope: manage. */
export const saveTemplate: Call<{ templateName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; templateType: "WORD" | "WEB" }, { id: string }> = {"method":"POST","path":"/template/save","body":"json","once":true};

/** Set which organizations may change or see a template of the enterprise; those left out lose access. Scope: manage. */
export const saveGrants: Call<{ id: string; grants: ({ entId: string; level: "EDITABLE" | "VIEWABLE" })[]; updateTime?: number }, null> = {"method":"POST","path":"/template/saveGrants","body":"json"};

/** List the types of roles or fields, named in the language of the request. Scope: manage. */
export const searchDictionary: Call<{ dicType: "TEMPLATE_SIGN_ROLE_TYPE" | "TEMPLATE_FIELD_TYPE" }, ({ id: string; dicName: string; dicCode: string })[]> = {"method":"GET","path":"/template/searchDictionary","body":"query"};

/** Change the name and purpose of a template; its type cannot change. Scope: manage. */
export const updateTemplate: Call<{ id: string; templateName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; updateTime?: number }, null> = {"method":"POST","path":"/template/updateById","body":"json"};

/** Get whether a template can be used, and with which version. Scope: send. */
export const readUsable: Call<{ id: string }, { templateName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; status: "DRAFT" | "ENABLED" | "DISABLED"; businessTypeGiven: boolean; version: { versionId: string; number: number } | null }> = {"method":"GET","path":"/template/usable","body":"query"};

/** List the groups of templates from which a contract can be started. Scope: send. */
export const listUsableGroups: Call<{ current?: number; size?: number; after?: string; groupName?: string; businessType?: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER" }, { records: ({ id: string; groupName: string; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; templates: ({ id: string; templateName: string; templateType: "WORD" | "WEB" | null; leftOut: "DISABLED" | "OTHER_BUSINESS" | "GONE" | null })[] })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/template/usableGroups","body":"query","after":"id"};

/** List the enabled templates, own and authorized, from which a contract can be started. Scope: send. */
export const listUsable: Call<{ current?: number; size?: number; after?: string; templateName?: string; businessType?: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType?: "ENT" | "HR" }, { records: ({ id: string; templateName: string; templateType: "WORD" | "WEB"; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; entName: string; access: "OWNER" | "EDITABLE" | "VIEWABLE"; versionId: string; number: number; updateTime: number })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/template/usablePage","body":"query","after":"id"};

/** Get a published version with its content. Scope: send. */
export const readVersion: Call<{ versionId: string }, { id: string; templateName: string; templateType: "WORD" | "WEB"; businessType: "PURCHASE" | "SALES" | "LABOUR" | "LEASE" | "SERVICE" | "CONFIDENTIALITY" | "OTHER"; sceneType: "ENT" | "HR"; entName: string; access: "OWNER" | "EDITABLE" | "VIEWABLE"; status: "DRAFT" | "ENABLED" | "DISABLED"; version: Version; isInForce: boolean; content: { kind: "WEB"; page: { size: "A4" | "A4_LANDSCAPE" | "A3" | "A5" | "LETTER"; marginTop: number; marginRight: number; marginBottom: number; marginLeft: number; header: string; footer: string; numbering: "DECIMAL" | "CHINESE" }; body: { type: "doc"; content: (Paragraph3 | Heading2 | Clause2 | Item2 | Picture2 | Table2 | Group3 | { type: "optional"; attrs: { option: string }; content: (Paragraph3 | Heading2 | Clause2 | Item2 | Picture2 | Table2 | Group3 | { type: "pageBreak" })[] } | { type: "pageBreak" })[] }; fields: Fields2[]; rows: Rows[]; options: ({ key: string; name: string; kept: boolean; position: number })[]; signers: Signers2[]; anchors: Anchors2[] } | { kind: "WORD"; docx: string; rowFields: Record<string, string[]>; fields: Fields2[]; rows: Rows[]; options: ({ key: string; name: string; kept: boolean; position: number })[]; signers: Signers2[]; anchors: Anchors2[] } }> = {"method":"GET","path":"/template/version","body":"query"};

/** List the versions of a template, newest first. Scope: manage. */
export const listVersions: Call<{ current?: number; size?: number; after?: string; id: string }, { records: Version[]; total: number; current: number; size: number }> = {"method":"GET","path":"/template/versionPage","body":"query","after":"versionId"};

/** Fill in a version of a Word template and lay it out: returns the file of a contract, with its signing places. Scope: send. */
export const fillWord: Call<{ versionId: string; values: { fields: Record<string, string>; rows?: Record<string, Record<string, string>[]>; options?: Record<string, boolean> } }, { engine: string; ms: number; fonts: ({ from: string; to: string; sameStyle: boolean })[]; fileKey: string; size: number; pages: ({ widthMm: number; heightMm: number })[]; boxes: ({ kind: "field" | "place"; id: string; page: number; x: number; y: number; width: number; height: number })[] }> = {"method":"POST","path":"/template/word/fill","body":"json"};

/** Lay out the docx of a template as pages, with the positions of its fields and seals. Scope: manage. */
export const layOutWord: Call<{ id: string; fileKey: string }, { engine: string; ms: number; fonts: ({ from: string; to: string; sameStyle: boolean })[]; pages: ({ widthMm: number; heightMm: number })[]; boxes: ({ key: string; page: number; x: number; y: number; width: number; height: number })[]; starts: number[][]; external: string[] }> = {"method":"POST","path":"/template/word/layout","body":"json"};

/** Download the pages of a laid-out docx as PDF. Scope: manage. */
export const downloadWordPages: Call<{ id: string; fileKey: string }, File> = {"method":"GET","path":"/template/word/pages/:id/:fileKey","body":"query","file":true};

/** Fill in the draft of a Word template with sample, longest or no values and lay it out as PDF. Scope: manage. */
export const tryOutWord: Call<{ id: string; content: WORD; mode: "SAMPLE" | "LONGEST" | "BLANK"; language: "zh-CN" | "zh-TW" | "en-US" }, File> = {"method":"POST","path":"/template/word/try-out","body":"json","file":true};

/** Add fields of templates: all of them, or none. Scope: manage. */
export const saveFields: Call<{ fieldList: ({ fieldName: string; fieldLength: number; fieldType: string })[]; ownerType?: "INSIDE" | "OUTSIDE"; isFront?: 1 }, { ids: string[] }> = {"method":"POST","path":"/templatefield/batchSave","body":"json","once":true};

/** List the fields of templates: the enterprise’s own, then the system-defined ones. Scope: manage. */
export const listFields: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; after?: string; ownerType?: "INSIDE" | "OUTSIDE"; fieldName?: string; fieldType?: string }, { records: ({ id: string; fieldName: string; fieldLength: number; fieldType: string; fieldTypeName: string; isFront: 0 | 1; createUserName: string; createTime: number | null; updateBy: string; updateUserName: string; updateTime: number | null; ownerType: "INSIDE" | "OUTSIDE"; editable: boolean })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/templatefield/page","body":"query","after":"id"};

/** Remove a field that no template uses. Scope: manage. */
export const removeField: Call<{ id: string }, null> = {"method":"POST","path":"/templatefield/removeById","body":"json"};

/** Change a field of templates. Scope: manage. */
export const updateField: Call<Input, null> = {"method":"POST","path":"/templatefield/update","body":"json"};

/** Change a field of templates, by PUT. Scope: manage. */
export const putField: Call<Input, null> = {"method":"PUT","path":"/templatefield/update","body":"json"};

/** List the roles of templates: the enterprise’s own, then the system-defined ones. Scope: manage. */
export const listRoles: Call<{ current?: number; size?: number; ascs?: string | string[]; descs?: string | string[]; after?: string; ownerType?: "INSIDE" | "OUTSIDE"; roleName?: string }, { records: ({ id: string; roleName: string; roleType: "ENTERPRISE" | "PERSON"; note: string; createUserName: string; createTime: number | null; updateBy: string; updateUserName: string; updateTime: number | null; ownerType: "INSIDE" | "OUTSIDE"; editable: boolean })[]; total: number; current: number; size: number }> = {"method":"GET","path":"/templaterole/page","body":"query","after":"id"};

/** Remove a role that no template uses. Scope: manage. */
export const removeRole: Call<{ id: string }, null> = {"method":"POST","path":"/templaterole/removeById","body":"json"};

/** Add a role of templates; its name must be unique in the enterprise. Scope: manage. */
export const saveRole: Call<{ roleType: "ENTERPRISE" | "PERSON"; roleName: string; note: string; ownerType?: "INSIDE" | "OUTSIDE" }, { id: string }> = {"method":"POST","path":"/templaterole/save","body":"json","once":true};

/** Change a role; its type cannot change while a template uses it. Scope: manage. */
export const updateRole: Call<{ id: string; roleType: "ENTERPRISE" | "PERSON"; roleName: string; note: string; ownerType?: "INSIDE" | "OUTSIDE"; updateTime?: number }, null> = {"method":"POST","path":"/templaterole/updateById","body":"json"};
