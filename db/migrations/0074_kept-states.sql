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
