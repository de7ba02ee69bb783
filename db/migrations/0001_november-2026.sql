ALTER TABLE `member` ADD `salary_withheld` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `participant_time` ON `participant` (`owner_key`,`sent_at`,`task_id`);--> statement-breakpoint
CREATE INDEX `signer_turn` ON `signer` (`task_id`,`owner_key`,`account_id`,`state`);
--> statement-breakpoint
CREATE TABLE `approval_comment` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`thread` text NOT NULL,
	`approval_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`author_id` text NOT NULL,
	`file_index` integer NOT NULL,
	`file_name` text NOT NULL,
	`file_sha256` text NOT NULL,
	`page` integer NOT NULL,
	`x` real NOT NULL,
	`y` real NOT NULL,
	`text` text NOT NULL,
	`resolved_by` text DEFAULT '' NOT NULL,
	`resolved_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `approval_comment_thread` ON `approval_comment` (`thread`,`created_at`);
--> statement-breakpoint
CREATE TABLE `embed_link` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`key_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`asks_code` integer NOT NULL,
	`origin` text NOT NULL,
	`language` text DEFAULT '' NOT NULL,
	`theme` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`session_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `embed_link_session` ON `embed_link` (`session_id`);--> statement-breakpoint
CREATE INDEX `embed_link_end` ON `embed_link` (`expires_at`);--> statement-breakpoint
CREATE INDEX `embed_link_key` ON `embed_link` (`key_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `api_key` ADD `origins` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE INDEX `certificate_by_serial` ON `certificate` (`serial`);--> statement-breakpoint
CREATE INDEX `certificate_order_applicant` ON `certificate_order` (`applicant_id`);--> statement-breakpoint
CREATE INDEX `department_enterprise` ON `department` (`enterprise_id`);--> statement-breakpoint
CREATE INDEX `enterprise_administrator` ON `enterprise` (`administrator_id`);--> statement-breakpoint
CREATE INDEX `enterprise_credit_code` ON `enterprise` (`credit_code`);--> statement-breakpoint
CREATE INDEX `employee_import_open` ON `employee_import` (`created_at`) WHERE started_at is null;--> statement-breakpoint
CREATE INDEX `onboarding_field_enterprise` ON `onboarding_field` (`enterprise_id`,`state`);--> statement-breakpoint
CREATE INDEX `session_enterprise` ON `session` (`ent_id`);--> statement-breakpoint
CREATE INDEX `newcomer_image_newcomer` ON `newcomer_image` (`newcomer_id`);--> statement-breakpoint
CREATE INDEX `purchase_shipped` ON `purchase` (`shipped_at`) WHERE state = 'SHIPPED';--> statement-breakpoint
CREATE INDEX `purchase_confirmed` ON `purchase` (`confirmed_at`) WHERE state = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `purchase_payment_provider` ON `purchase_payment` (`provider_no`);--> statement-breakpoint
CREATE INDEX `seal_certificate` ON `seal` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `seal_under_way` ON `seal` (`id`) WHERE certificate_status = 'APPLYING' or certificate_update = 'UPDATING';--> statement-breakpoint
CREATE INDEX `sso_session_customer` ON `sso_session` (`customer_id`);--> statement-breakpoint
CREATE INDEX `template_file_digest` ON `template_file` (`sha256`);--> statement-breakpoint
CREATE INDEX `word_layout_pdf` ON `word_layout` (`pdf`);
--> statement-breakpoint
CREATE TABLE `firm_link` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firm_link_subject` ON `firm_link` (`provider_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `firm_link_account` ON `firm_link` (`account_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `firm_link_enterprise` ON `firm_link` (`enterprise_id`,`linked_at`);--> statement-breakpoint
CREATE TABLE `firm_login` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`state` text NOT NULL,
	`nonce` text NOT NULL,
	`verifier` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `firm_login_end` ON `firm_login` (`expires_at`);--> statement-breakpoint
CREATE TABLE `firm_provider` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`path` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`wrapped` text NOT NULL,
	`domains` text NOT NULL,
	`enabled` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firm_provider_enterprise` ON `firm_provider` (`enterprise_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `firm_provider_path` ON `firm_provider` (`path`);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`name` text NOT NULL,
	`is_synced` integer NOT NULL,
	`added_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkey_credential` ON `passkey` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkey_account` ON `passkey` (`account_id`);
--> statement-breakpoint
ALTER TABLE `embed_link` ADD `template_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `embed_link_enterprise` ON `embed_link` (`enterprise_id`,`created_at`);
--> statement-breakpoint
ALTER TABLE `consent_ticket` ADD `assertion` text;--> statement-breakpoint
ALTER TABLE `sign_batch` ADD `evidence` text;
--> statement-breakpoint
ALTER TABLE `document_revision` ADD `hash_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `document_revision` ADD `checked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `document_revision_checked` ON `document_revision` (`checked_at`);
--> statement-breakpoint
DROP INDEX `employee_image_kind`;--> statement-breakpoint
ALTER TABLE `employee_image` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `employee_image` ADD `expiry` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `employee_image_named` ON `employee_image` (`employee_id`,`kind`,`name`);--> statement-breakpoint
CREATE INDEX `employee_image_expiry` ON `employee_image` (`enterprise_id`,`expiry`) WHERE expiry <> '';--> statement-breakpoint
ALTER TABLE `newcomer` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `newcomer_employee` ON `newcomer` (`employee_id`) WHERE employee_id <> '';--> statement-breakpoint
CREATE INDEX `newcomer_cancelled` ON `newcomer` (`since`) WHERE state = 'CANCELLED' and erased_at is null;
--> statement-breakpoint
CREATE TABLE `running_task` (
	`owner_key` text NOT NULL,
	`task_id` text NOT NULL,
	`deadline` integer NOT NULL,
	PRIMARY KEY(`owner_key`, `task_id`)
);
--> statement-breakpoint
CREATE INDEX `running_task_deadline` ON `running_task` (`owner_key`,`deadline`);--> statement-breakpoint
CREATE TABLE `task_month` (
	`owner_key` text NOT NULL,
	`initiator_id` text NOT NULL,
	`month` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`finished` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`owner_key`, `month`, `initiator_id`)
);
--> statement-breakpoint
-- Each owner's tasks by month, and those in progress by deadline: kept here, so that the home page looks at no others.
CREATE TRIGGER task_month_added AFTER INSERT ON task BEGIN
  INSERT INTO task_month (owner_key, initiator_id, month, sent)
  VALUES (NEW.owner_key, NEW.initiator_id, strftime('%Y-%m', NEW.sent_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (owner_key, month, initiator_id) DO UPDATE SET sent = sent + 1;
  INSERT INTO task_month (owner_key, initiator_id, month, finished)
  SELECT NEW.owner_key, NEW.initiator_id, strftime('%Y-%m', NEW.ended_at / 1000, 'unixepoch'), 1 WHERE NEW.end_reason = 'COMPLETED' AND NEW.ended_at IS NOT NULL
  ON CONFLICT (owner_key, month, initiator_id) DO UPDATE SET finished = finished + 1;
END;
--> statement-breakpoint
CREATE TRIGGER task_month_moved AFTER UPDATE OF owner_key, initiator_id, sent_at, end_reason, ended_at ON task
WHEN OLD.owner_key IS NOT NEW.owner_key OR OLD.initiator_id IS NOT NEW.initiator_id OR OLD.sent_at IS NOT NEW.sent_at OR OLD.end_reason IS NOT NEW.end_reason OR OLD.ended_at IS NOT NEW.ended_at BEGIN
  UPDATE task_month SET sent = sent - 1
  WHERE owner_key = OLD.owner_key AND month = strftime('%Y-%m', OLD.sent_at / 1000, 'unixepoch') AND initiator_id = OLD.initiator_id;
  UPDATE task_month SET finished = finished - 1
  WHERE OLD.end_reason = 'COMPLETED' AND owner_key = OLD.owner_key AND month = strftime('%Y-%m', OLD.ended_at / 1000, 'unixepoch') AND initiator_id = OLD.initiator_id;
  INSERT INTO task_month (owner_key, initiator_id, month, sent)
  VALUES (NEW.owner_key, NEW.initiator_id, strftime('%Y-%m', NEW.sent_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (owner_key, month, initiator_id) DO UPDATE SET sent = sent + 1;
  INSERT INTO task_month (owner_key, initiator_id, month, finished)
  SELECT NEW.owner_key, NEW.initiator_id, strftime('%Y-%m', NEW.ended_at / 1000, 'unixepoch'), 1 WHERE NEW.end_reason = 'COMPLETED' AND NEW.ended_at IS NOT NULL
  ON CONFLICT (owner_key, month, initiator_id) DO UPDATE SET finished = finished + 1;
END;
--> statement-breakpoint
CREATE TRIGGER task_month_removed AFTER DELETE ON task BEGIN
  UPDATE task_month SET sent = sent - 1
  WHERE owner_key = OLD.owner_key AND month = strftime('%Y-%m', OLD.sent_at / 1000, 'unixepoch') AND initiator_id = OLD.initiator_id;
  UPDATE task_month SET finished = finished - 1
  WHERE OLD.end_reason = 'COMPLETED' AND owner_key = OLD.owner_key AND month = strftime('%Y-%m', OLD.ended_at / 1000, 'unixepoch') AND initiator_id = OLD.initiator_id;
END;
--> statement-breakpoint
CREATE TRIGGER running_task_joined AFTER INSERT ON participant BEGIN
  INSERT INTO running_task (owner_key, task_id, deadline)
  SELECT NEW.owner_key, task.id, task.deadline FROM task WHERE task.id = NEW.task_id AND task.state = 'IN_PROGRESS'
  ON CONFLICT (owner_key, task_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER running_task_left AFTER DELETE ON participant
WHEN NOT EXISTS (SELECT 1 FROM participant WHERE owner_key = OLD.owner_key AND task_id = OLD.task_id) BEGIN
  DELETE FROM running_task WHERE owner_key = OLD.owner_key AND task_id = OLD.task_id;
END;
--> statement-breakpoint
CREATE TRIGGER running_task_moved AFTER UPDATE OF state, deadline ON task
WHEN OLD.state <> NEW.state OR OLD.deadline <> NEW.deadline BEGIN
  DELETE FROM running_task
  WHERE task_id = NEW.id AND owner_key IN (SELECT owner_key FROM participant WHERE task_id = NEW.id);
  INSERT INTO running_task (owner_key, task_id, deadline)
  SELECT DISTINCT owner_key, NEW.id, NEW.deadline FROM participant WHERE task_id = NEW.id AND NEW.state = 'IN_PROGRESS'
  ON CONFLICT (owner_key, task_id) DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO task_month (owner_key, initiator_id, month, sent)
SELECT owner_key, initiator_id, strftime('%Y-%m', sent_at / 1000, 'unixepoch'), count(*) FROM task GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO task_month (owner_key, initiator_id, month, finished)
SELECT owner_key, initiator_id, strftime('%Y-%m', ended_at / 1000, 'unixepoch'), count(*) FROM task
WHERE end_reason = 'COMPLETED' AND ended_at IS NOT NULL GROUP BY 1, 2, 3
ON CONFLICT (owner_key, month, initiator_id) DO UPDATE SET finished = excluded.finished;
--> statement-breakpoint
INSERT INTO running_task (owner_key, task_id, deadline)
SELECT DISTINCT participant.owner_key, task.id, task.deadline FROM task JOIN participant ON participant.task_id = task.id
WHERE task.state = 'IN_PROGRESS';
--> statement-breakpoint
CREATE TABLE `signer_text_row` (
	`id` integer PRIMARY KEY NOT NULL,
	`signer_id` text NOT NULL,
	`task_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signer_text_row_signer` ON `signer_text_row` (`signer_id`);--> statement-breakpoint
CREATE TABLE `task_text_row` (
	`id` integer PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_text_row_task` ON `task_text_row` (`task_id`);
--> statement-breakpoint
CREATE VIRTUAL TABLE task_text USING fts5(words, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER task_text_added AFTER INSERT ON task BEGIN
  INSERT INTO task_text_row (task_id) VALUES (NEW.id);
  INSERT INTO task_text (rowid, words) SELECT id, replace(NEW.name, ' ', '') || char(10) || replace(NEW.number, ' ', '') FROM task_text_row WHERE task_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER task_text_changed AFTER UPDATE OF name, number ON task
WHEN OLD.name <> NEW.name OR OLD.number <> NEW.number BEGIN
  DELETE FROM task_text WHERE rowid = (SELECT id FROM task_text_row WHERE task_id = OLD.id);
  INSERT INTO task_text (rowid, words) SELECT id, replace(NEW.name, ' ', '') || char(10) || replace(NEW.number, ' ', '') FROM task_text_row WHERE task_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER task_text_removed AFTER DELETE ON task BEGIN
  DELETE FROM task_text WHERE rowid = (SELECT id FROM task_text_row WHERE task_id = OLD.id);
  DELETE FROM task_text_row WHERE task_id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO task_text_row (task_id) SELECT id FROM task ORDER BY rowid;
--> statement-breakpoint
INSERT INTO task_text (rowid, words)
SELECT task_text_row.id, replace(task.name, ' ', '') || char(10) || replace(task.number, ' ', '') FROM task_text_row JOIN task ON task.id = task_text_row.task_id;
--> statement-breakpoint
CREATE VIRTUAL TABLE signer_text USING fts5(words, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER signer_text_added AFTER INSERT ON signer BEGIN
  INSERT INTO signer_text_row (signer_id, task_id) VALUES (NEW.id, NEW.task_id);
  INSERT INTO signer_text (rowid, words) SELECT id, replace(NEW.user_name, ' ', '') || char(10) || replace(NEW.ent_name, ' ', '') FROM signer_text_row WHERE signer_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER signer_text_changed AFTER UPDATE OF user_name, ent_name ON signer
WHEN OLD.user_name <> NEW.user_name OR OLD.ent_name <> NEW.ent_name BEGIN
  DELETE FROM signer_text WHERE rowid = (SELECT id FROM signer_text_row WHERE signer_id = OLD.id);
  INSERT INTO signer_text (rowid, words) SELECT id, replace(NEW.user_name, ' ', '') || char(10) || replace(NEW.ent_name, ' ', '') FROM signer_text_row WHERE signer_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER signer_text_removed AFTER DELETE ON signer BEGIN
  DELETE FROM signer_text WHERE rowid = (SELECT id FROM signer_text_row WHERE signer_id = OLD.id);
  DELETE FROM signer_text_row WHERE signer_id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO signer_text_row (signer_id, task_id) SELECT id, task_id FROM signer ORDER BY rowid;
--> statement-breakpoint
INSERT INTO signer_text (rowid, words)
SELECT signer_text_row.id, replace(signer.user_name, ' ', '') || char(10) || replace(signer.ent_name, ' ', '') FROM signer_text_row JOIN signer ON signer.id = signer_text_row.signer_id;
--> statement-breakpoint
ALTER TABLE `participant` ADD `state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `participant` ADD `scenario` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `participant` ADD `is_void` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE participant SET (state, scenario, is_void) = (
  SELECT coalesce(end_reason, state), scenario, state = 'REVOKED' OR coalesce(end_reason, 'COMPLETED') <> 'COMPLETED' OR void_state = 'VOIDED'
  FROM task WHERE id = participant.task_id
) WHERE task_id IN (SELECT id FROM task);
--> statement-breakpoint
DROP INDEX `participant_list`;--> statement-breakpoint
CREATE INDEX `participant_list` ON `participant` (`owner_key`,`part`,`sent_at`,`task_id`);--> statement-breakpoint
CREATE INDEX `participant_state` ON `participant` (`owner_key`,`state`,`sent_at`,`task_id`,`part`);--> statement-breakpoint
CREATE INDEX `participant_scenario` ON `participant` (`owner_key`,`scenario`,`sent_at`,`task_id`,`part`);--> statement-breakpoint
CREATE INDEX `participant_void` ON `participant` (`owner_key`,`sent_at`,`task_id`,`part`) WHERE is_void = 1;--> statement-breakpoint
-- What lists ask of a task stands with those who take part: kept here, so that few among many are read by index.
CREATE TRIGGER participant_states_joined AFTER INSERT ON participant BEGIN
  UPDATE participant SET (state, scenario, is_void) = (
    SELECT coalesce(end_reason, state), scenario, state = 'REVOKED' OR coalesce(end_reason, 'COMPLETED') <> 'COMPLETED' OR void_state = 'VOIDED'
    FROM task WHERE id = NEW.task_id
  )
  WHERE owner_key = NEW.owner_key AND part = NEW.part AND task_id = NEW.task_id AND account_id = NEW.account_id
    AND EXISTS (SELECT 1 FROM task WHERE id = NEW.task_id);
END;
--> statement-breakpoint
CREATE TRIGGER participant_states_moved AFTER UPDATE OF state, end_reason, scenario, void_state ON task
WHEN OLD.state <> NEW.state OR OLD.end_reason IS NOT NEW.end_reason OR OLD.scenario <> NEW.scenario OR OLD.void_state <> NEW.void_state BEGIN
  UPDATE participant SET
    state = coalesce(NEW.end_reason, NEW.state),
    scenario = NEW.scenario,
    is_void = NEW.state = 'REVOKED' OR coalesce(NEW.end_reason, 'COMPLETED') <> 'COMPLETED' OR NEW.void_state = 'VOIDED'
  WHERE task_id = NEW.id;
END;
