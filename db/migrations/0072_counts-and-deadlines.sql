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
