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
