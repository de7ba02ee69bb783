-- Counters behind the lists of tasks: kept here, so that a list never counts its rows.
CREATE TRIGGER participant_added AFTER INSERT ON participant BEGIN
  INSERT INTO task_count (owner_key, part, account_id, state, count)
  SELECT NEW.owner_key, NEW.part, NEW.account_id, coalesce(task.end_reason, task.state), 1 FROM task WHERE task.id = NEW.task_id
  ON CONFLICT (owner_key, part, account_id, state) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER participant_removed AFTER DELETE ON participant BEGIN
  UPDATE task_count SET count = count - 1
  WHERE owner_key = OLD.owner_key AND part = OLD.part AND account_id = OLD.account_id
    AND state = (SELECT coalesce(task.end_reason, task.state) FROM task WHERE task.id = OLD.task_id);
END;
--> statement-breakpoint
CREATE TRIGGER task_moved AFTER UPDATE OF state, end_reason ON task
WHEN coalesce(OLD.end_reason, OLD.state) <> coalesce(NEW.end_reason, NEW.state) BEGIN
  UPDATE task_count SET count = count - 1
  WHERE state = coalesce(OLD.end_reason, OLD.state)
    AND (owner_key, part, account_id) IN (SELECT owner_key, part, account_id FROM participant WHERE task_id = NEW.id);
  INSERT INTO task_count (owner_key, part, account_id, state, count)
  SELECT owner_key, part, account_id, coalesce(NEW.end_reason, NEW.state), 1 FROM participant WHERE task_id = NEW.id
  ON CONFLICT (owner_key, part, account_id, state) DO UPDATE SET count = count + 1;
END;
